import {
  type SetupDatabase,
  setupDatabase,
  setupEnvironment,
  testSetupBroadcast,
  testSetupDatabase,
  testSetupMail,
  testSetupStorage,
} from '@holdall/api'
import { browserLocale } from '../../http/browser-locale.ts'
import { handle, type Route } from '../../http/route.ts'
import type { ConfigChanges } from '../../infrastructure/config/config-file.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import type { Mail } from '../../infrastructure/mail/mailer.ts'
import { failureText } from '../../infrastructure/outgoing/failure-text.ts'
import { StartError } from '../../infrastructure/start-error.ts'
import { StorageError } from '../../infrastructure/blobs/storage-error.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { databaseUrlOf } from './connection-addresses.ts'
import { checkPostgres, checkSqlite, type FoundDatabase } from './database-check.store.ts'
import { testBroadcast, testMail, testStorage } from './environment-checks.ts'
import { refusePrivate } from './private-address.ts'
import { environmentChanges } from './save-environment.ts'
import type { SetupGate } from './setup-gate.ts'
import { finishStep, removeProgress } from './setup-progress.ts'
import { testMailOf } from './setup-mails.ts'
import { lockOf } from './setup-values.ts'
import { withoutPasswords } from './without-passwords.ts'

export type EnvironmentDeps = Pick<Infrastructure, 'config' | 'log' | 'mailFolder' | 'mailer' | 'restart' | 'settings'>

const resource = { id: 'setup' } as const

/** The calls of the wizard that are about what config.json says. */
export function environmentRoutes(services: EnvironmentDeps, gate: SetupGate): Route[] {
  const { config, log, mailer, restart, settings } = services

  async function check(database: SetupDatabase): Promise<FoundDatabase & { readonly url: string | null }> {
    if (database.engine === 'sqlite') return { ...(await checkSqlite(config.dataDir, log)), url: null }
    const { host, port, allow_private: isConfirmed = false } = database
    const { addresses } = await refusePrivate(host, port, {
      allow: config.outgoingAllow,
      isConfirmed,
      field: 'allow_private',
    })
    const url = databaseUrlOf(database, config.databaseUrl)
    return { ...(await checkPostgres(url, addresses)), url }
  }

  async function restartWith(changes: ConfigChanges): Promise<void> {
    try {
      await restart(changes)
    } catch (error) {
      log.warn({ err: error }, 'the app could not start with another configuration')
      const isOurs = error instanceof StartError || error instanceof StorageError
      const message = isOurs ? error.message : failureText(error)
      throw refuse('restart-failed', { errors: { detail: [withoutPasswords(message, changes)] } })
    }
  }

  const branding = async () => {
    const { 'app.name': name, 'app.accent': accent } = await settings.all()
    return { name, accent }
  }

  return [
    handle(testSetupDatabase, async ({ body }) => {
      const { version, state, accounts } = await check(body)
      return { data: { ...resource, type: 'setup-database' as const, attributes: { version, state, accounts } } }
    }),

    handle(setupDatabase, async ({ body }) =>
      gate.restart(async () => {
        // What the environment decides stays as it is.
        if (lockOf(config, 'database') !== undefined) finishStep(config.dataDir, 'database')
        else {
          const { url, state } = await check(body)
          if (url === config.databaseUrl) finishStep(config.dataDir, 'database')
          else {
            if (state === 'installed' && !body.use_existing) throw refuse('database-in-use')
            await restartWith({ database_url: url })
            // The settings of the database before are not in this one.
            finishStep(config.dataDir, 'database', ['app-setup'])
            if (state === 'installed') removeProgress(config.dataDir)
          }
        }
        return {}
      }),
    ),

    handle(testSetupStorage, async ({ body }, { request }) => {
      const { result } = await testStorage(config, body.storage, textIn(browserLocale(request)))
      return { data: { ...resource, type: 'setup-storage' as const, attributes: result } }
    }),

    handle(testSetupMail, async ({ body: { mail, public_url: publicUrl, to } }, { request }) => {
      const brand = await branding()
      const message: Mail = testMailOf(to, {
        app: brand.name,
        link: publicUrl,
        locale: browserLocale(request) ?? (await settings.get('app.locale')),
      })
      // Without a server it is written to the folder, as every mail will be.
      if (mail.driver === 'none') await mailer.send(message)
      else await testMail(config, mail, { publicUrl, branding: brand, mail: message })
      return {}
    }),

    handle(testSetupBroadcast, async ({ body: { broadcast } }) => {
      if (broadcast.driver === 'pusher') await testBroadcast(config, broadcast)
      return {}
    }),

    handle(setupEnvironment, async ({ body }) =>
      gate.restart(async () => {
        const changes = await environmentChanges(config, body, await branding())
        await restartWith(changes)
        finishStep(config.dataDir, 'environment')
        return {}
      }),
    ),
  ]
}
