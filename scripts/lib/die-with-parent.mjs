/**
 * Loaded into a program before its own code (`--import`). Its starter handles every signal it can, so a starter that
 * vanishes without a word was killed by force; whoever did that means the whole, as with a process group.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// The open channel alone must not keep a finished program alive.
process.channel?.unref()
