import * as z from 'zod/mini'

/** An advisory that we live with, and until when (ISO date). It is looked at again after that. */
export interface AdvisoryException {
  advisory: string
  package: string
  why: string
  until: string
}

export interface Finding {
  package: string
  advisory: string
  title: string
  severity: string
}

const Advisory = z.object({ name: z.string(), url: z.string(), title: z.string(), severity: z.string() })
const Answer = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), Advisory])) })),
})

/** Advisories of these kinds never fail the check, because they describe no way in. */
const HARMLESS = ['info', 'low']

/** Reads the advisories of moderate severity or worse, each once. @throws Error if npm could not ask */
export function readFindings(answer: unknown): Finding[] {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) throw new Error('npm audit gave no answer')
  const found = new Map<string, Finding>()
  // A text names another package in the answer; its advisories are listed there.
  for (const { via } of Object.values(parsed.data.vulnerabilities))
    for (const one of via)
      if (typeof one !== 'string' && !HARMLESS.includes(one.severity))
        found.set(`${one.name} ${one.url}`, {
          package: one.name,
          advisory: one.url,
          title: one.title,
          severity: one.severity,
        })
  return [...found.values()]
}

/** Returns what must be done, one sentence each: about advisories without an exception, and exceptions that ended or fit nothing. */
export function judgeFindings(findings: readonly Finding[], exceptions: readonly AdvisoryException[], today: string) {
  const fits = (exception: AdvisoryException, finding: Finding) =>
    exception.advisory === finding.advisory && exception.package === finding.package
  return [
    ...findings
      .filter((finding) => !exceptions.some((exception) => exception.until >= today && fits(exception, finding)))
      .map((finding) => `${finding.package} (${finding.severity}): ${finding.title}. ${finding.advisory}`),
    ...exceptions
      .filter((exception) => !findings.some((finding) => fits(exception, finding)))
      .map((exception) => `${exception.package}: the exception for ${exception.advisory} fits nothing. Remove it.`),
  ]
}
