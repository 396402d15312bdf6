import { digest } from '../infrastructure/ids.ts'
import { sessionCookie } from '../infrastructure/sessions/session-cookie.ts'
import { insertSession } from '../infrastructure/sessions/session.store.ts'
import type { TestApp } from './test-app.ts'

/** Inserts a session of a user, which was confirmed now unless `isConfirmed` is false. */
export async function seedSession(
  { services: { db, ids }, clock }: Pick<TestApp, 'services' | 'clock'>,
  userId: string,
  {
    state = 'full',
    isConfirmed = true,
  }: { readonly state?: 'full' | 'challenge'; readonly isConfirmed?: boolean } = {},
): Promise<{ readonly publicId: string; readonly cookies: Readonly<Record<string, string>> }> {
  const [secret, publicId, now] = [ids.token(32), ids.next(), clock.now()]
  const times = { created_at: now, seen_at: now, expires_at: now + 1e9, confirmed_at: isConfirmed ? now : null }
  const own = { id: digest(secret), public_id: publicId, user_id: userId, state }
  await insertSession(db, { ...own, user_agent: '', address: '', ...times })
  return { publicId, cookies: { [sessionCookie]: secret } }
}
