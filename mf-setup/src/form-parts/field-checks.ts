import { Email } from '@holdall/api'

/** Each returns the id of a message where the text is not valid. */
export const isPort = (text: string): string | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535 ? undefined : 'form.port_invalid'

export const isEmail = (text: string): string | undefined =>
  Email.safeParse(text).success ? undefined : 'field.email_invalid'

export const isWebAddress = (text: string): string | undefined =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? undefined : 'form.address_invalid'
