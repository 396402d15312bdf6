import * as z from '@holdall/schema'
import type { Access } from './access.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Schema = z.core.$ZodType

/**
 * One call of the API. Made from these: the server's routes, the client's typed calls, the fake server of the tests and
 * openapi.json.
 */
export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  A extends Access = Access,
> {
  /** `feature.verb`, unique in the table. */
  readonly id: string
  /** A POST with this verb as `_method` in its body reaches the same route. */
  readonly method: Method
  /** With `:name` for parameters. */
  readonly path: string
  readonly summary: string
  readonly access: A
  readonly params: P
  readonly query: Q
  readonly body: B
  /** `upload`: a multipart form, or a raw body with the fields in the query; `image`: a multipart form with an image. */
  readonly takes: 'json' | 'upload' | 'image' | 'nothing'
  /** The file of the form, where it takes an image. */
  readonly image?: ImageField
  /** `bytes`: file content. */
  readonly answers: 'json' | 'bytes' | 'nothing'
  readonly response: R
  /** HTTP status of a success. */
  readonly status: number
  /** Besides those that follow from the other fields (`impliedErrors`). */
  readonly errors: readonly ErrorCode[]
  /** The throttle that counts its calls or failed attempts; every route that takes a secret has one. */
  readonly throttle?: ThrottleName
  /** The call is refused (`…-restricted`) to accounts from which an administrator has taken this. */
  readonly restriction?: RestrictedAction
  /**
   * A privileged change: the user must have signed in, or given the password again, within the last 15 minutes. For
   * access by `user` or `admin`.
   */
  readonly confirmed?: true
  /** The user of an account that is to be deleted may call it; any other call by a user is refused to that one. */
  readonly duringDeletion?: true
  /** The call shows a folder: in the browser a refusal with 403 ends the session, as 401 does for every call. */
  readonly showsFolder?: true
  /**
   * What it may change of what a user sees: published to the open pages of this user (`recorded-changes.ts` of the
   * server). Every endpoint that is no GET says so, with `[]` for nothing.
   */
  readonly changes?: readonly ChangeName[]
}

/** What an administrator can take from an account, and an endpoint can declare that it does. */
export type RestrictedAction = 'upload' | 'download' | 'create-folder' | 'create-team-folder' | 'invite'

/**
 * What open pages are told about: lists of files, the trash, public links, favourites, the account, team folders,
 * notifications whose action has ended, upload requests.
 */
export type ChangeName =
  | 'files'
  | 'trash'
  | 'shares'
  | 'favourites'
  | 'user'
  | 'teams'
  | 'notifications'
  | 'upload-requests'

export type ThrottleName =
  | 'sign-in'
  | 'sign-up'
  | 'api-token'
  | 'api-token-creation'
  | 'passkey-options'
  | 'social-sign-in'
  | 'password-change'
  | 'password-confirmation'
  | 'second-factor'
  | 'second-factor-alert'
  | 'sign-in-notice'
  | 'account-deletion'
  | 'email-change'
  | 'email-confirmation'
  | 'password-recovery'
  | 'password-reset'
  | 'share-password'
  | 'share-token'
  | 'setup-key'
  | 'verification'
  | 'verification-mail'
  | 'content-address'
  | 'contact'
  | 'contact-all'
  | 'failure-report'
  | 'share-mail'
  | 'avatar'
  | 'remote-upload'
  | 'data-export'
  | 'demo'
  | 'team-invitation'
  | 'team-invitation-mail'
  | 'upload-request'
  | 'bulk-change'

export interface ImageField {
  readonly field: string
  readonly maxBytes: number
}

const Nothing = z.object({})
type Nothing = typeof Nothing

interface Definition<P extends Schema, Q extends Schema, B extends Schema, R extends Schema, A> {
  id: string
  method: Method
  path: string
  summary: string
  access: A
  params?: P
  query?: Q
  body?: B
  takes?: 'json' | 'upload'
  image?: ImageField
  answers?: 'bytes' | 'nothing'
  response?: R
  status?: number
  errors?: readonly ErrorCode[]
  throttle?: ThrottleName
  restriction?: RestrictedAction
  confirmed?: true
  duringDeletion?: true
  showsFolder?: true
  changes?: readonly ChangeName[]
}

/**
 * Declares an endpoint. Parts that are left out are empty objects. Defaults: `takes` is `image` with one, `json` with
 * a body, else `nothing`; `answers` is `json` with a response, else `nothing`; `status` is 200 with an answer, else 204.
 */
export function endpoint<
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  R extends Schema = Nothing,
  A extends Access<ParsedBy<P, Q, B>> = Access<ParsedBy<P, Q, B>>,
>(d: Definition<P, Q, B, R, A>): Endpoint<P, Q, B, R, A> {
  const { params, query, body, response, takes, answers, status, errors, ...rest } = d
  return {
    ...rest,
    params: (params ?? Nothing) as P,
    query: (query ?? Nothing) as Q,
    body: (body ?? Nothing) as B,
    response: (response ?? Nothing) as R,
    takes: takes ?? (d.image ? 'image' : body ? 'json' : 'nothing'),
    answers: answers ?? (response ? 'json' : 'nothing'),
    status: status ?? (response || answers === 'bytes' ? 200 : 204),
    errors: errors ?? [],
  }
}

/** Whether the bytes of a file are sent with a call. */
export const takesFile = ({ takes }: Pick<Endpoint, 'takes'>): boolean => takes === 'upload' || takes === 'image'

/** What a caller passes, before parsing; parts without required fields may be left out. */
export type Input<E extends Endpoint> = Part<'params', z.input<E['params']>> &
  Part<'query', z.input<E['query']>> &
  Part<'body', z.input<E['body']>>
type Part<K extends string, V> = {} extends V ? { readonly [k in K]?: V } : { readonly [k in K]: V }

/** What the handler gets after parsing. */
export type Parsed<E extends Endpoint> = ParsedBy<E['params'], E['query'], E['body']>
interface ParsedBy<P extends Schema, Q extends Schema, B extends Schema> {
  readonly params: z.output<P>
  readonly query: z.output<Q>
  readonly body: z.output<B>
}

/** What a caller gets, after parsing. */
export type Output<E extends Endpoint> = z.output<E['response']>
