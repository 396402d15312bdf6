import {
  removeAppImage,
  setAppImage,
  setupAdmin,
  setupApp,
  setupPurchaseCode,
  setupStatus,
  setupValues,
} from '@holdall/api'
import { handle, type Route } from '../../http/route.ts'
import { refuse } from '../../infrastructure/errors/refusal.ts'
import type { Infrastructure } from '../../infrastructure/infrastructure.ts'
import { markInstalled } from '../../infrastructure/installed-marker.ts'
import { textIn } from '../../infrastructure/messages/text-in.ts'
import { browserLocale } from '../../http/browser-locale.ts'
import { completeSignIn, type CompleteSignInDeps } from '../auth/complete-sign-in.ts'
import { appImageUrl } from '../client-config/app-images.ts'
import { appImageFrom } from './app-image-upload.ts'
import { createOwner } from './create-first-admin.ts'
import { type EnvironmentDeps, environmentRoutes } from './environment-routes.ts'
import { saveApp } from './save-app.ts'
import { createSetupGate } from './setup-gate.ts'
import { finishStep, keepPurchaseCode, nextStep, readProgress, removeProgress } from './setup-progress.ts'
import { presentValues, settingLockOf } from './setup-values.ts'
import { runSetupChecks } from './status-checks.ts'

type Deps = Pick<
  Infrastructure,
  | 'clock'
  | 'config'
  | 'db'
  | 'engine'
  | 'identity'
  | 'ids'
  | 'log'
  | 'mailFolder'
  | 'sessions'
  | 'settings'
  | 'transact'
> &
  EnvironmentDeps &
  CompleteSignInDeps

export function setupRoutes(services: Deps): Route[] {
  const { config, settings } = services
  const { dataDir } = config
  const gate = createSetupGate()
  return [
    handle(setupStatus, async (_input, { request }) => {
      const checks = await runSetupChecks(services, request, textIn(browserLocale(request)))
      const progress = readProgress(dataDir)
      const attributes = {
        ready: checks.every((check) => check.state !== 'failed'),
        checks,
        next: nextStep(progress),
        finished: progress.finished,
      }
      return { data: { id: 'setup' as const, type: 'setup-status' as const, attributes } }
    }),

    handle(setupValues, async () => ({
      data: { id: 'setup' as const, type: 'setup-values' as const, attributes: await presentValues(services) },
    })),

    handle(setupPurchaseCode, async ({ body: { purchase_code: code } }) =>
      gate.write(async () => {
        keepPurchaseCode(dataDir, code || null)
        return {}
      }),
    ),

    ...environmentRoutes(services, gate),

    handle(setupApp, async ({ body }) =>
      gate.write(async () => {
        await saveApp(settings, body)
        finishStep(dataDir, 'app-setup')
        return {}
      }),
    ),

    handle(setAppImage, async ({ params: { name } }, { upload }) =>
      gate.write(async () => {
        if (upload?.path === undefined) throw refuse('unsupported-media-type')
        if ((await settingLockOf(settings, `app.${name}`)) !== undefined) throw refuse('setup-locked')
        await settings.set(`app.${name}`, await appImageFrom(upload.path, name))
        const url = appImageUrl(await settings.all(), name)!
        return { data: { id: name, type: 'app-image' as const, attributes: { url } } }
      }),
    ),

    handle(removeAppImage, async ({ params: { name } }) =>
      gate.write(async () => {
        if ((await settingLockOf(settings, `app.${name}`)) !== undefined) throw refuse('setup-locked')
        await settings.unset(`app.${name}`)
        return {}
      }),
    ),

    handle(setupAdmin, async ({ body }, { request, reply }) =>
      gate.write(async () => {
        const { name, email, password } = body
        const id = await createOwner(services, { name, email, password, locale: browserLocale(request) })
        markInstalled(dataDir)
        const { purchase_code: code } = readProgress(dataDir)
        if (code !== null) await settings.set('installation.purchase_code', code)
        removeProgress(dataDir)
        await completeSignIn(services, { id, passwordVersion: 0 }, request, reply)
        return {}
      }),
    ),
  ]
}
