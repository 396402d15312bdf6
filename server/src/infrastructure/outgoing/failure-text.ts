/** By the codes of Node, nodemailer and PostgreSQL. */
const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing accepts connections there',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ENOTFOUND: 'the name has no address',
  EAI_AGAIN: 'the name server does not answer',
  EDNS: 'the name has no address',
  ETIMEDOUT: 'it does not answer',
  ESOCKET: 'the connection failed',
  ECONNECTION: 'the connection failed or was closed',
  EPROTOCOL: 'it does not speak the protocol',
  ETLS: 'no encrypted connection is possible',
  EAUTH: 'it does not accept the user or the password',
  ENOAUTH: 'it does not accept the user or the password',
  EENVELOPE: 'it does not accept the sender or the recipient',
  EMESSAGE: 'it does not accept the mail',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate cannot be verified',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate cannot be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is of another name',
  '08P01': 'it does not speak the protocol',
  '28000': 'the user may not sign in',
  '28P01': 'the password is wrong',
  '3D000': 'there is no database of this name',
  '3F000': 'there is no schema to create tables in',
  '42501': 'the user may not do this',
  '53300': 'it has too many connections',
  '57014': 'a query took too long',
  '57P01': 'it is being stopped',
  '57P03': 'it is starting or being stopped',
}
/** Of the driver of PostgreSQL, which has no codes for them. */
const ownMessages: ReadonlySet<string> = new Set([
  'The server does not support SSL connections',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'timeout expired',
  'Query read timeout',
])

/**
 * What failed, in a sentence of our own. What the other side has sent is not in it: an address that someone enters may be
 * that of an internal service.
 */
export function failureText(error: unknown): string {
  const { code, message, errors, responseCode } = error as {
    readonly code?: unknown
    readonly message?: unknown
    readonly errors?: readonly unknown[]
    readonly responseCode?: unknown
  }
  const status = typeof responseCode === 'number' ? `, status ${responseCode}` : ''
  if (typeof code === 'string' && Object.hasOwn(texts, code)) return `${texts[code]} (${code}${status})`
  if (typeof message === 'string' && ownMessages.has(message)) return message
  // Node tried several addresses.
  if (Array.isArray(errors) && errors.length > 0) return failureText(errors[0])
  return `it answered something unexpected${status}`
}
