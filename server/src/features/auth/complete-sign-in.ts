import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { isWithoutSecondFactor } from '../users/user.store.ts'

export type CompleteSignInDeps = Pick<Infrastructure, 'db' | 'sessions'> & {
  readonly recordSignIn: (userId: string, request: FastifyRequest, reply: FastifyReply) => void
}

interface ProvenUser {
  readonly id: string
  /** As it was when the user was proven: a password that is changed meanwhile makes the session invalid. */
  readonly passwordVersion: number
  /**
   * `replaced`: the proof was a second factor itself, as a passkey that verified its user is. Default: `ask`, where the
   * account has a second factor. `given`: it was asked for, and right.
   */
  readonly secondFactor?: 'ask' | 'given' | 'replaced'
  /** Everybody may use the account: a sign-in is no news to anybody. */
  readonly isShared?: boolean
}

/**
 * Every sign-in ends here, however the user was proven: it begins the session, which awaits the second factor where the
 * account has one, and records the sign-in once it is complete.
 */
export async function completeSignIn(
  { db, sessions, recordSignIn }: CompleteSignInDeps,
  { id, passwordVersion, secondFactor = 'ask', isShared = false }: ProvenUser,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly two_factor: boolean }> {
  const isComplete = secondFactor !== 'ask' || (await isWithoutSecondFactor(db, id))
  await sessions.begin({ id, passwordVersion, isShared }, isComplete ? 'full' : 'challenge', request, reply)
  if (isComplete && !isShared) recordSignIn(id, request, reply)
  return { two_factor: !isComplete }
}
