import type { Input, setupDatabase } from '@holdall/api'
import type { SetupValues } from '../setup-calls/setup-queries.ts'

export type SetupDatabaseBody = Input<typeof setupDatabase>['body']

export interface DatabaseForm {
  readonly engine: 'sqlite' | 'postgres'
  readonly host: string
  readonly port: string
  readonly name: string
  readonly user: string
  readonly password: string
  readonly tls: 'off' | 'require' | 'verify'
  readonly allow_private: boolean
}

const empty: DatabaseForm = {
  engine: 'sqlite',
  host: '',
  port: '5432',
  name: 'holdall',
  user: 'holdall',
  password: '',
  tls: 'verify',
  allow_private: false,
}

export function databaseForm({ database }: SetupValues): DatabaseForm {
  if (database.engine === 'sqlite') return empty
  const { host, port, name, user, tls } = database
  return { ...empty, engine: 'postgres', host, port: String(port), name, user, tls }
}

/** An empty password keeps the one that is saved. */
export function databaseBody(form: DatabaseForm, isPasswordSaved: boolean): SetupDatabaseBody {
  if (form.engine === 'sqlite') return { engine: 'sqlite' }
  const { engine, host, port, name, user, password, tls, allow_private } = form
  return {
    engine,
    host: host.trim(),
    port: Number(port),
    name: name.trim(),
    user: user.trim(),
    password: password === '' && isPasswordSaved ? null : password,
    tls,
    ...(allow_private && { allow_private }),
  }
}
