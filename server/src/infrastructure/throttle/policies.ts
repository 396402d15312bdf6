import type { ThrottleName } from '@holdall/api'
import { day, hour, minute, second } from '../clock.ts'

export interface Policy {
  /**
   * `attempts` are counted before they are checked, and uncounted when right, so that many at once have no advantage;
   * `failures` are counted when they happen, for secrets too long to be guessed; `calls` are counted always.
   */
  readonly counts: 'attempts' | 'failures' | 'calls'
  /** Counted beside the caller's address, so that guesses from many addresses add up. */
  readonly account?: 'email' | 'token' | 'caller'
  /** The number before the first delay. */
  readonly free: number
  /** Milliseconds; doubled by each further one. */
  readonly delay: number
  readonly longest: number
  /** Like `longest`, for the account. */
  readonly longestForAccount?: number
  /** After this long without one, the count is reset. */
  readonly resetAfterMs: number
}

const guess: Policy = { counts: 'attempts', free: 8, delay: second, longest: 15 * minute, resetAfterMs: hour }
const probe: Policy = { counts: 'failures', free: 60, delay: second, longest: 5 * minute, resetAfterMs: 15 * minute }

export const policies: Readonly<Record<ThrottleName, Policy>> = {
  'sign-in': { ...guess, account: 'email' },
  // Tokens are too long to be guessed.
  'api-token': probe,
  'password-change': { ...guess, account: 'caller' },
  'password-confirmation': { ...guess, account: 'caller' },
  // Waiting longer for one more mail locks nobody out.
  'password-recovery': {
    ...guess,
    counts: 'calls',
    account: 'email',
    delay: 30 * second,
    longestForAccount: 15 * minute,
  },
  'password-reset': probe,
  // Of one user: each sends mails to two addresses.
  'email-change': {
    ...guess,
    counts: 'calls',
    account: 'caller',
    delay: 30 * second,
    longestForAccount: 15 * minute,
  },
  // Of one user: each sends a mail.
  'account-deletion': {
    ...guess,
    counts: 'calls',
    account: 'caller',
    delay: 30 * second,
    longestForAccount: 15 * minute,
  },
  'email-confirmation': probe,
  // Each visit of the sign-in page is one; they answer without reading an account.
  'passkey-options': { counts: 'calls', free: 300, delay: second, longest: minute, resetAfterMs: 15 * minute },
  // Whoever guesses has the password already, so the owner may be made to wait longer.
  'second-factor': { ...guess, account: 'caller', longestForAccount: 15 * minute },
  // Delays nobody: the fifth wrong one is told to the owner, at most once a day.
  'second-factor-alert': {
    counts: 'failures',
    free: 5,
    delay: day,
    longest: day,
    longestForAccount: day,
    resetAfterMs: day,
  },
  // Delays nobody: further sign-ins of the account are in its list of devices only.
  'sign-in-notice': {
    counts: 'calls',
    free: 10,
    delay: hour,
    longest: hour,
    longestForAccount: hour,
    resetAfterMs: day,
  },
  'share-password': { ...guess, account: 'token' },
  // The key is too long to be guessed, and the pages of the wizard make several calls at once.
  'setup-key': probe,
  verification: probe,
  // Waiting longer for one more mail locks nobody out.
  'verification-mail': {
    ...guess,
    counts: 'calls',
    account: 'email',
    delay: 30 * second,
    longestForAccount: 15 * minute,
  },
  'share-token': probe,
  // Of one user: each sends a mail.
  'api-token-creation': {
    counts: 'calls',
    account: 'caller',
    free: 30,
    delay: 10 * second,
    longest: 15 * minute,
    longestForAccount: 15 * minute,
    resetAfterMs: hour,
  },
  'content-address': probe,
  contact: { counts: 'calls', free: 8, delay: 30 * second, longest: hour, resetAfterMs: hour },
  // Of everybody together: without a mail server, messages are among the mails of which the newest are kept.
  'contact-all': {
    counts: 'calls',
    free: 200,
    delay: 10 * second,
    longest: 10 * minute,
    longestForAccount: 10 * minute,
    resetAfterMs: day,
  },
  'sign-up': { counts: 'calls', free: 100, delay: 10 * second, longest: hour, resetAfterMs: hour },
  // Each makes a row, and may make this server ask a provider how it is reached.
  'social-sign-in': { counts: 'calls', free: 100, delay: second, longest: 5 * minute, resetAfterMs: 15 * minute },
  // Counted by the user who sends; one call counts as many as it has receivers.
  'share-mail': {
    counts: 'calls',
    free: 100,
    delay: 30 * second,
    longest: hour,
    longestForAccount: hour,
    resetAfterMs: day,
  },
  // Each picture takes a second of a processor.
  avatar: {
    counts: 'calls',
    account: 'caller',
    free: 30,
    delay: 10 * second,
    longest: 15 * minute,
    longestForAccount: 15 * minute,
    resetAfterMs: hour,
  },
  // Of one user, however many addresses the user has: requests of this server to other ones.
  'remote-upload': {
    counts: 'calls',
    account: 'caller',
    free: 60,
    delay: 10 * second,
    longest: 15 * minute,
    longestForAccount: 15 * minute,
    resetAfterMs: hour,
  },
  // Of one user: each reads all files.
  'data-export': {
    counts: 'calls',
    account: 'caller',
    free: 10,
    delay: 10 * minute,
    longest: 6 * hour,
    longestForAccount: 6 * hour,
    resetAfterMs: day,
  },
  demo: { counts: 'calls', free: 60, delay: second, longest: 5 * minute, resetAfterMs: 15 * minute },
  'team-invitation': probe,
  // Counted by the user who invites; one call counts as many as it has receivers.
  'team-invitation-mail': {
    counts: 'calls',
    free: 100,
    delay: 30 * second,
    longest: hour,
    longestForAccount: hour,
    resetAfterMs: day,
  },
  // Of one user: each may send a mail.
  'upload-request': {
    counts: 'calls',
    account: 'caller',
    free: 30,
    delay: 10 * second,
    longest: 15 * minute,
    longestForAccount: 15 * minute,
    resetAfterMs: hour,
  },
  // By the entries that large changes of an account have written: each takes the writer of the database for a while.
  'bulk-change': {
    counts: 'failures',
    free: 500_000,
    delay: minute,
    longest: 5 * minute,
    longestForAccount: 5 * minute,
    resetAfterMs: 15 * minute,
  },
  'failure-report': { counts: 'calls', free: 60, delay: second, longest: 5 * minute, resetAfterMs: 15 * minute },
}

/** The longest delay for an account by default: it must not lock the owner out for long. */
export const longestForAccounts = minute
