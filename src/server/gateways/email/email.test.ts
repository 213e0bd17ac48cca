import { describe, expect, it, onTestFinished } from 'vitest'
import { startMailServer } from '#testing/mail-server.ts'
import { type Attachment, createSandboxEmail, type Email, RecipientRefused } from './email-gateway.ts'
import { createSmtpEmail } from './smtp.ts'

const AN_EMAIL: Email = {
  messageId: 'order_confirmation.ord_1@leadyard',
  from: 'Leadyard <support@example.com>',
  to: 'ada@example.com',
  subject: 'Your order LY-ABCDEFGH — thank you',
  text: 'Thank you, Ada.',
  html: '<p>Thank you, Ada.</p>',
}

const aFile = (fields: Partial<Attachment> = {}): Attachment => ({
  name: 'Receipt LY-1.pdf',
  type: 'application/pdf',
  bytes: Buffer.from('%PDF-1.7 ü'),
  ...fields,
})

const INJECTIONS: [string, Partial<Email>][] = [
  ['a line break in the subject', { subject: 'Hi\r\nBcc: eve@example.com' }],
  ['a line break in the recipient', { to: 'ada@example.com\nBcc: eve@example.com' }],
  ['a line break in the sender', { from: 'Leadyard\r\nBcc: eve@example.com <support@example.com>' }],
  ['a line break in the message id', { messageId: 'a@b\r\nBcc: eve@example.com' }],
  ['two recipients', { to: 'ada@example.com, eve@example.com' }],
  ['a recipient with a name', { to: 'Eve <eve@example.com>' }],
  ['a group of recipients', { to: 'all: ada@example.com, eve@example.com;' }],
  ['no recipient', { to: '' }],
  ['a sender without address', { from: 'Leadyard' }],
  ['a message id with brackets', { messageId: '<a@b> <c@d>' }],
  ['a line break in the name of a file', { attachments: [aFile({ name: 'a.pdf\r\nX-Evil: 1' })] }],
  ['a path as the name of a file', { attachments: [aFile({ name: '../../a.pdf' })] }],
  ['a file without a name', { attachments: [aFile({ name: '' })] }],
  ['a line break in the type of a file', { attachments: [aFile({ type: 'a/b\r\nX-Evil: 1' })] }],
  ['more attached than servers take', { attachments: [aFile({ bytes: Buffer.alloc(7_000_001) })] }],
  ['a line break in the address that ends it', { unsubscribeUrl: 'https://store.test/a\r\nBcc: eve@example.com' }],
  ['a second address that ends it', { unsubscribeUrl: 'https://store.test/a>, <https://evil.test/' }],
  ['a script as the address that ends it', { unsubscribeUrl: 'javascript:alert(1)' }],
  ['eleven files', { attachments: Array.from({ length: 11 }, () => aFile()) }],
]

describe('mail through a mail server', () => {
  it('arrives with its Message-ID, one recipient, and both a text and an html part', async () => {
    const { gateway, seen } = await startMailServer('accept')

    await gateway.send(AN_EMAIL)

    const mail = seen.mails[0] ?? ''
    expect(mail).toMatch(/^Message-ID: <order_confirmation\.ord_1@leadyard>\r?$/m)
    expect(mail).toMatch(/^From: Leadyard <support@example\.com>\r?$/m)
    expect(mail).toMatch(/^To: ada@example\.com\r?$/m)
    expect(mail).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(mail).toMatch(/Content-Type: text\/plain/)
    expect(mail).toMatch(/Content-Type: text\/html/)
    expect(seen.commands.filter((line) => /^RCPT/i.test(line))).toEqual(['RCPT TO:<ada@example.com>'])
  })

  it('carries its files whole, with their names', async () => {
    const { gateway, seen } = await startMailServer('accept')
    const file = aFile({ name: 'Beleg März “A”.pdf' })

    await gateway.send({ ...AN_EMAIL, attachments: [file, aFile()] })

    const mail = seen.mails[0] ?? ''
    expect(mail).toMatch(/^Content-Type: multipart\/mixed/m)
    expect(mail.match(/^Content-Type: application\/pdf/gm)).toHaveLength(2)
    expect(mail).toContain("filename*0*=utf-8''Beleg%20M%C3%A4rz")
    expect(mail).toContain('filename="Receipt LY-1.pdf"')
    expect(mail.split(Buffer.from(file.bytes).toString('base64'))).toHaveLength(3)
  })

  it('tells mail programs where one click ends further emails, only if there is such a place', async () => {
    const { gateway, seen } = await startMailServer('accept')
    const url = `https://store.example.com/api/restock-requests/${'a'.repeat(27)}/end`

    await gateway.send({ ...AN_EMAIL, unsubscribeUrl: url })
    await gateway.send({ ...AN_EMAIL, messageId: 'another@leadyard' })

    // A long header may continue on the next line, after a space.
    const [mail = '', without = ''] = seen.mails.map((one) => one.replace(/\r\n[ \t]+/g, ' '))
    expect(mail).toMatch(new RegExp(`^List-Unsubscribe: <${url}>\\r?$`, 'm'))
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
    expect(without).not.toMatch(/^List-Unsubscribe/m)
  })

  it('fails for good when the server does not know the recipient, without naming them', async () => {
    const { gateway } = await startMailServer('refuse')

    const failure = gateway.send(AN_EMAIL)

    await expect(failure).rejects.toBeInstanceOf(RecipientRefused)
    await expect(failure).rejects.toThrow(/did not take the mail.*550/)
    await expect(failure).rejects.not.toThrow(/ada@/)
  })

  it('may be tried again when the server refuses the sender, e.g. because its quota is used up', async () => {
    const { gateway } = await startMailServer('quota')

    const failure = gateway.send(AN_EMAIL)

    await expect(failure).rejects.toThrow(/quota/)
    await expect(failure).rejects.not.toBeInstanceOf(RecipientRefused)
  })

  it('fails if the server hangs up before confirming, and is not resent behind the caller’s back', async () => {
    const { gateway, seen } = await startMailServer('hang-up')

    const failure = gateway.send(AN_EMAIL)

    await expect(failure).rejects.toThrow(/did not take the mail/)
    await expect(failure).rejects.not.toBeInstanceOf(RecipientRefused)
    expect(seen.mails).toHaveLength(1)
  })

  it('sends nothing to another machine before encryption if TLS is required', async () => {
    // This machine too, under a name that is not one of loopback.
    const { gateway, seen } = await startMailServer('accept', { host: '0.0.0.0', needsTls: true })

    await expect(gateway.send(AN_EMAIL)).rejects.toThrow(/TLS/)
    expect(seen.commands.filter((line) => !/^(EHLO|HELO|STARTTLS|QUIT)/i.test(line))).toEqual([])
    expect(seen.mails).toEqual([])
  })

  it('needs no TLS on this machine', async () => {
    const { gateway, seen } = await startMailServer('accept', { needsTls: true })

    await gateway.send(AN_EMAIL)

    expect(seen.mails).toHaveLength(1)
  })

  it('fails while waiting in line if the server did not answer an earlier one, and is not sent', async () => {
    const { gateway, seen } = await startMailServer('hang-up')
    const send = (count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, (_, index) => gateway.send({ ...AN_EMAIL, messageId: `${index}@leadyard` })),
      )

    const results = await send(20)
    const handedOver = seen.mails.length
    await send(1)

    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(20)
    expect(handedOver).toBeLessThanOrEqual(3)
    expect(seen.mails).toHaveLength(handedOver + 1)
  })

  it('fails if no server listens', async () => {
    const gateway = createSmtpEmail({ url: 'smtp://127.0.0.1:1', needsTls: false })
    onTestFinished(() => gateway.close())

    await expect(gateway.send(AN_EMAIL)).rejects.toThrow(/ECONNREFUSED|ECONNECTION|ESOCKET/)
  })

  it.each(INJECTIONS)('with %s is refused before anything is sent', async (_name, change) => {
    const { gateway, seen } = await startMailServer('accept')

    await expect(gateway.send({ ...AN_EMAIL, ...change })).rejects.toThrow(/^The mail's/)
    expect(seen.connections).toBe(0)
  })
})

describe('mail to the sandbox mailbox', () => {
  const openMailbox = () => {
    const accepted: Email[] = []
    const accept = async (email: Email) => void accepted.push(email)
    return { accepted, gateway: createSandboxEmail({ accept, forget: async () => 0 }) }
  }

  it('arrives as it was written', async () => {
    const { accepted, gateway } = openMailbox()
    const email = { ...AN_EMAIL, attachments: [aFile()] }

    await gateway.send(email)

    expect(accepted).toEqual([email])
  })

  it.each(INJECTIONS)('with %s is refused as a mail server would', async (_name, change) => {
    const { accepted, gateway } = openMailbox()

    await expect(gateway.send({ ...AN_EMAIL, ...change })).rejects.toThrow(/^The mail's/)
    expect(accepted).toEqual([])
  })
})
