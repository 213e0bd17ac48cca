/**
 * Makes hashes of passwords cheap in the process that imports this: tests log in thousands of times, and none of them
 * guards a real password. Processes that tests start hash as the store does.
 */
import { PASSWORD_FIGURES } from '#server/features/members/passwords.ts'

Object.assign(PASSWORD_FIGURES, { memory: 8, passes: 1 })
