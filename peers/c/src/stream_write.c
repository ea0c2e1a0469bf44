// SPDX-License-Identifier: Apache-2.0
/* Writes frames to a socket or a FIFO. */
#include "stream_ends.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/*
 * Writes without SIGPIPE. A socket has a flag for that. For a FIFO this thread blocks the signal, and takes back the one that
 * its own write has raised.
 */
static ssize_t write_quietly(struct nc_stream *stream, const uint8_t *data, size_t length)
{
    if (stream->in_fd == stream->out_fd) {
        return send(stream->out_fd, data, length, MSG_NOSIGNAL);
    }
    sigset_t pipe;
    sigset_t before;
    sigset_t pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    sigpending(&pending);
    ssize_t count = write(stream->out_fd, data, length);
    int failure = errno;
    if (count < 0 && failure == EPIPE && !sigismember(&pending, SIGPIPE)) {
        struct timespec now = {0};
        while (sigtimedwait(&pipe, NULL, &now) < 0 && errno == EINTR) {
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return count;
}

/* Under the lock. A FIFO takes a frame as a whole or not at all, because it has PIPE_BUF bytes at most. */
static bool write_out(struct nc_stream *stream)
{
    while (stream->out_start < stream->out_end && !stream->broken) {
        ssize_t count = write_quietly(stream, stream->out + stream->out_start, stream->out_end - stream->out_start);
        if (count > 0) {
            stream->out_start += (size_t)count;
        } else if (count < 0 && errno != EINTR) {
            /* A peer that has closed its end is noticed by the monitor, which knows the reason. */
            stream->broken = errno != EAGAIN;
            return false;
        }
    }
    return stream->out_start == stream->out_end;
}

bool nc_stream_flush(struct nc_stream *stream)
{
    if (!is_proven(stream) || !write_out(stream)) {
        return false;
    }
    if (stream->done != stream->done_sent) {
        nc_store32(stream->out, 0);
        nc_store32(stream->out + 4, DONE_LENGTH);
        nc_store64(stream->out + HEADER, stream->done);
        stream->done_sent = stream->done;
        stream->out_start = 0;
        stream->out_end = HEADER + DONE_LENGTH;
        return write_out(stream);
    }
    return true;
}

bool nc_stream_has_room(struct nc_lane *lane)
{
    pthread_mutex_lock(&lane->stream->lock);
    bool room = nc_stream_flush(lane->stream);
    pthread_mutex_unlock(&lane->stream->lock);
    return room;
}

bool nc_stream_publish(struct nc_lane *lane, const void *payload, uint32_t length, uint8_t flags)
{
    struct nc_stream *stream = lane->stream;
    pthread_mutex_lock(&stream->lock);
    bool room = nc_stream_flush(stream);
    if (room) {
        stream->out_sequence = following(stream->out_sequence);
        nc_store32(stream->out, stream->out_sequence);
        nc_store32(stream->out + 4, length | (uint32_t)flags << 24);
        if (length > 0) {
            memcpy(stream->out + HEADER, payload, length);
        }
        stream->out_start = 0;
        stream->out_end = HEADER + length;
        write_out(stream);
    }
    pthread_mutex_unlock(&stream->lock);
    return room;
}
