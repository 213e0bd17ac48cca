/** Preloaded into a program (`--import`): ends it with a starter that was killed by force, as a process group would. */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The open channel alone must not keep a finished program alive.
process.channel?.unref()
