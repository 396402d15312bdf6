import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect } from './holdall.ts'

/** A mail server that stores what it receives. */
export async function startMailServer() {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let mail = ''
      stream.on('data', (chunk: Buffer) => (mail += chunk.toString()))
      stream.on('end', () => {
        mails.push(mail)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  /** Waits for the nth mail to an address, and returns its link. */
  const linkTo = async (email: string, nth = 1) => {
    const received = () => mails.filter((mail) => mail.includes(`To: ${email}`))
    await expect.poll(() => received().length).toBeGreaterThanOrEqual(nth)
    // Quoted-printable: "=" at the end of a line continues it.
    const text = received()[nth - 1]!.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    return /http:\S+/.exec(text)![0]
  }
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  return { url: `smtp://127.0.0.1:${String(port)}`, mails, linkTo, stop }
}
