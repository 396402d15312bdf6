import { day } from '../clock.ts'
import type { Services } from '../services.ts'

const purpose = 'verify-email'
const life = 3 * day

const signed = (id: string, email: string, expires: number) => `${id}.${email}.${expires}`

/** Mails the signed link that confirms an address. */
export async function mailVerification(
  { mailer, secret, clock, settings, log }: Services,
  user: { readonly id: string; readonly email: string; readonly name: string },
): Promise<void> {
  if (!mailer) return
  const name = await settings.get('app.name')
  const expires = clock.now() + life
  const signature = secret.sign(purpose, signed(user.id, user.email, expires))
  const link = `${mailer.publicUrl}/api/user/verify/${user.id}?expires=${expires}&signature=${signature}`
  try {
    await mailer.send({
      to: user.email,
      subject: `Confirm your e-mail address for ${name}`,
      text: `Hello ${user.name},\n\nopen this link to confirm your e-mail address. It works for three days.\n\n${link}\n\nIf you did not sign up, ignore this mail.\n`,
    })
  } catch (error) {
    // The account exists; the mail can be asked for again.
    log.error({ err: error }, 'a verification mail could not be sent')
  }
}

/** Confirms the address; false when the link was not made here, is too old, or speaks of another address. */
export async function confirmAddress(
  { db, secret, clock }: Services,
  id: string,
  expires: string,
  signature: string,
): Promise<boolean> {
  const until = Number(expires)
  if (!Number.isSafeInteger(until) || until <= clock.now()) return false
  const user = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user || !secret.verify(purpose, signed(id, user.email, until), signature)) return false
  await db
    .updateTable('users')
    .set({ verified_at: clock.now() })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .execute()
  return true
}
