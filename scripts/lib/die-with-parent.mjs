/**
 * Loaded into a program before its own code (`--import`). Its starter handles every signal it can, so a starter that
 * vanishes was killed by force, and that is meant for everything it started, as with a process group.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The open channel alone must not keep a finished program alive.
process.channel?.unref()
