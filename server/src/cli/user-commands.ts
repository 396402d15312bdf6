import { Email, oneLine, Role } from '@holdall/api'
import * as z from 'zod/mini'
import { DEMO_USER_ID } from '../access/demo.ts'
import { restrictedAccounts, type RestrictionRow, saveRestrictions } from '../access/restriction.store.ts'
import { createResetLink } from '../features/password-recovery/reset-link.ts'
import { findUserByEmail, hasOtherAdministrator, setRole } from '../features/users/user.store.ts'
import { systemClock } from '../infrastructure/clock.ts'
import type { Config } from '../infrastructure/config/config.ts'
import { ownUrl } from '../infrastructure/config/own-url.ts'
import type { Flag } from '../infrastructure/db/schema.ts'
import { isMigrated } from '../infrastructure/db/migrate.ts'
import { type Db, transactor, type Trx } from '../infrastructure/db/transact.ts'
import { ids } from '../infrastructure/ids.ts'
import { CommandError, withDatabase } from './database.ts'
import { table, type Terminal, UsageError } from './output.ts'

/** What `--only` names, and its column. */
const restrictable = {
  upload: 'upload_restricted',
  download: 'download_restricted',
  folders: 'folder_restricted',
  'team-folders': 'team_folder_restricted',
  invitations: 'invitation_restricted',
} as const satisfies Record<string, keyof RestrictionRow>
type Restrictable = keyof typeof restrictable
const names = Object.keys(restrictable) as Restrictable[]

export interface UserOptions {
  readonly only?: string | undefined
  readonly reason?: string | undefined
}

/** `holdall users …`. Works beside a running server, which reads restrictions with each request. */
export async function userCommand(
  args: readonly string[],
  { only, reason }: UserOptions,
  config: Config,
  terminal: Terminal,
): Promise<void> {
  const [verb = '', ...words] = args
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
  if (!command) throw new UsageError(`There is no "holdall users ${verb}".`)
  const [address = '', role = ''] = words
  const isUnclear = words.length !== command.words
  const hasOptions = only !== undefined || reason !== undefined
  if (isUnclear || (hasOptions && verb !== 'restrict')) {
    throw new UsageError(`Usage: holdall users ${verb} ${command.usage}`.trimEnd())
  }
  const call = {
    email: command.words > 0 ? emailFrom(address) : '',
    role,
    config,
    chosen: only === undefined ? names : chosenFrom(only),
    reason: reason === undefined ? null : reasonFrom(reason),
  }
  await withDatabase(config, async ({ db }) => {
    if (!(await isMigrated(db))) {
      throw new CommandError('The database is of another version. Start this version of Holdall once, then try again.')
    }
    for (const line of await command.run(db, call)) terminal.out(line)
  })
}

interface Call {
  readonly email: string
  /** As entered. */
  readonly role: string
  readonly config: Pick<Config, 'publicUrl' | 'host' | 'port'>
  readonly chosen: readonly Restrictable[]
  readonly reason: string | null
}

interface Command {
  readonly usage: string
  /** How many follow the verb. */
  readonly words: 0 | 1 | 2
  run(db: Db, call: Call): Promise<readonly string[]>
}

const commands: Readonly<Record<string, Command>> = {
  restrict: {
    usage: 'EMAIL [--only LIST] [--reason TEXT]',
    words: 1,
    async run(db, { email, chosen, reason }) {
      await save(db, email, rowOf(chosen, reason))
      return [
        `${email} may not use: ${chosen.join(', ')}.`,
        `"holdall users unrestrict ${email}" allows everything again.`,
      ]
    },
  },
  unrestrict: {
    usage: 'EMAIL',
    words: 1,
    async run(db, { email }) {
      await save(db, email, rowOf([], null))
      return [`${email} is not restricted any more.`]
    },
  },
  restricted: {
    usage: '',
    words: 0,
    async run(db) {
      const found = await restrictedAccounts(db)
      if (found.length === 0) return ['No account is restricted.']
      return table(
        found.map((account) => [
          account.email,
          names.filter((name) => account[restrictable[name]] === 1).join(','),
          account.restriction_reason ?? '',
        ]),
      )
    },
  },
  role: {
    usage: 'EMAIL admin|user',
    words: 2,
    async run(db, { email, role }) {
      const next = roleFrom(role)
      await transactor(db)((trx) => changeRole(trx, email, next))
      return [next === 'admin' ? `${email} is an administrator.` : `${email} is no administrator any more.`]
    },
  },
  'reset-password': {
    usage: 'EMAIL',
    words: 1,
    async run(db, { email, config }) {
      const page = await createResetLink(db, { clock: systemClock, ids }, await accountOf(db, email))
      return [
        `With this link ${email} chooses a new password once, within an hour. The link before does not work any more.`,
        ownUrl(config) + page,
        ...(config.publicUrl === null
          ? ['In place of its beginning use the address under which people reach Holdall.']
          : []),
      ]
    },
  },
}

const accountOf = async (on: Db | Trx, email: string) => {
  const user = await findUserByEmail(on, email)
  if (!user) throw new CommandError(`There is no account with the address ${email}.`)
  if (user.id === DEMO_USER_ID) throw new CommandError(`${email} is the account of the demo, which nobody signs in to.`)
  return user
}

async function changeRole(trx: Trx, email: string, role: Role): Promise<void> {
  const user = await accountOf(trx, email)
  if (user.role === 'admin' && role !== 'admin' && !(await hasOtherAdministrator(trx, user.id))) {
    throw new CommandError(`${email} is the only administrator. Make another account an administrator first.`)
  }
  await setRole(trx, user.id, role, systemClock.now())
}

const rowOf = (chosen: readonly Restrictable[], reason: string | null): RestrictionRow => {
  const flag = (name: Restrictable): Flag => (chosen.includes(name) ? 1 : 0)
  return {
    upload_restricted: flag('upload'),
    download_restricted: flag('download'),
    folder_restricted: flag('folders'),
    team_folder_restricted: flag('team-folders'),
    invitation_restricted: flag('invitations'),
    restriction_reason: reason,
  }
}

async function save(db: Db, email: string, row: RestrictionRow): Promise<void> {
  if (!(await saveRestrictions(db, email, row, systemClock.now()))) {
    throw new CommandError(`There is no account with the address ${email}.`)
  }
}

function emailFrom(text: string): string {
  const parsed = Email.safeParse(text)
  if (!parsed.success) throw new CommandError(`${JSON.stringify(text)} is no e-mail address.`)
  return parsed.data
}

function roleFrom(text: string): Role {
  const parsed = Role.safeParse(text)
  if (!parsed.success) throw new CommandError(`${JSON.stringify(text)} is no role; use admin or user.`)
  return parsed.data
}

function chosenFrom(text: string): readonly Restrictable[] {
  const parts = text.split(',').map((part) => part.trim())
  const unknown = parts.find((part) => !Object.hasOwn(restrictable, part))
  if (unknown !== undefined) {
    throw new CommandError(`--only has no ${JSON.stringify(unknown)}; it is a list of: ${names.join(', ')}.`)
  }
  return names.filter((name) => parts.includes(name))
}

/** Why an administrator has restricted an account, as its user is told. */
const RestrictionReason = oneLine(300).check(z.minLength(1, 'Enter a reason.'))

function reasonFrom(text: string): string {
  const parsed = RestrictionReason.safeParse(text)
  if (!parsed.success) throw new CommandError(`--reason: ${parsed.error.issues[0]?.message ?? 'invalid'}`)
  return parsed.data
}
