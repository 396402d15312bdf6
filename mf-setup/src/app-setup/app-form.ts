import type { SetupApp } from '@holdall/api'
import { lockedBy } from '../form-parts/locked-values.ts'
import type { SetupValues } from '../setup-calls/setup-queries.ts'
import { holdallAccent } from './accent-field.tsx'

const GB = 1_000_000_000

export interface AppForm {
  readonly name: string
  readonly description: string
  readonly accent: string
  readonly contact_email: string
  readonly registration: SetupApp['registration']
  readonly has_quota: boolean
  /** GB, as entered. */
  readonly default_quota_bytes: string
}

export function appForm({ app }: SetupValues): AppForm {
  const { default_quota_bytes: quota } = app
  return {
    name: app.name,
    description: app.description,
    accent: app.accent?.toUpperCase() ?? holdallAccent,
    contact_email: app.contact_email,
    registration: app.registration,
    has_quota: quota !== null,
    default_quota_bytes: quota === null ? '5' : String(quota / GB),
  }
}

/** GB as a number, or null for what is no amount of storage. */
export function gigabytes(text: string): number | null {
  const amount = Number(text.trim().replace(',', '.'))
  return text.trim() !== '' && Number.isFinite(amount) && amount > 0 && amount <= 1_000_000 ? amount : null
}

/** Locked values, and what plans decide, are sent unchanged. */
export function appBody(form: AppForm, values: SetupValues): SetupApp {
  const accent = form.accent.trim()
  const entered: SetupApp = {
    name: form.name.trim(),
    description: form.description.trim(),
    accent: accent === '' || accent.toUpperCase() === holdallAccent ? null : accent,
    contact_email: form.contact_email.trim(),
    registration: form.registration,
    default_quota_bytes: form.has_quota ? Math.round((gigabytes(form.default_quota_bytes) ?? 0) * GB) : null,
    max_team_members: values.app.max_team_members,
    subscription_type: values.app.subscription_type,
  }
  const locked = Object.entries(values.app).filter(([name]) => lockedBy(values, name as keyof SetupApp) !== undefined)
  return { ...entered, ...Object.fromEntries(locked) }
}
