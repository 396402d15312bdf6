import type { Mail } from '../mail/mailer.ts'

const MAX_GREETED_LENGTH = 40
const LETTERS = /^[\p{L}\p{M}'’. -]+$/u
/** Mail programs turn it into a link. */
const LOOKS_LIKE_A_DOMAIN = /\.\S/

/** Whoever signs up with a foreign address chooses the name in it: only what is plainly one is repeated. */
function greeting(name: string): string {
  const isPlain = name.length <= MAX_GREETED_LENGTH && LETTERS.test(name) && !LOOKS_LIKE_A_DOMAIN.test(name)
  return isPlain ? `Hello ${name},` : 'Hello,'
}

interface Recipient {
  readonly email: string
  readonly name: string
}

/** `link` is absolute. */
export const verificationMail = (user: Recipient, appName: string, link: string): Mail => ({
  to: user.email,
  subject: `Confirm your e-mail address for ${appName}`,
  text: `${greeting(user.name)}\n\nopen this link to confirm your e-mail address. It works for three days.\n\n${link}\n\nIf you did not sign up, ignore this mail.\n`,
})

export const accountExistsMail = (user: Recipient, appName: string, signInLink: string): Mail => ({
  to: user.email,
  subject: `You already have an account for ${appName}`,
  text: `${greeting(user.name)}\n\nsomebody tried to create an account with your e-mail address. You already have one: sign in here.\n\n${signInLink}\n\nIf that was not you, ignore this mail. Nothing has changed.\n`,
})
