/** SQL of statements that other features make in the log. */
import { statement } from '#server/platform/statement.ts'

/** Writes a statement, unless there is one of its kind. */
export const writeStatement = statement<{ kind: string; text: string }>(
  'proof.write_statement',
  'insert into log_statements (kind, text) values ($kind, $text) on conflict (kind) do nothing',
)

export interface SaidRow {
  text: string
  log_no: number | null
  log_index: string | null
  verifier_key: string | null
  published: string | null
}

/** The statement of a kind, with the log that has it. */
export const findSaid = statement<{ kind: string }, SaidRow>(
  'proof.find_said',
  `select s.text, s.log_no, s.log_index::text as log_index, l.verifier_key, l.published
   from log_statements s left join logs l using (log_no) where s.kind = $kind`,
)
