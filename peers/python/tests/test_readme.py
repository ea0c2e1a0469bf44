# SPDX-License-Identifier: Apache-2.0
"""The program of README.md runs, and prints what README.md says."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from processes import HERE


class ReadmeTest(unittest.TestCase):
    def test_prints_what_the_readme_says(self) -> None:
        text = (HERE.parent / "README.md").read_text()
        (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        (expected,) = re.findall(r"^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
        with tempfile.TemporaryDirectory() as directory:
            script = Path(directory) / "program.py"
            script.write_text(program)
            ended = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.stdout, ended.stderr), (expected, ""))


if __name__ == "__main__":
    unittest.main()
