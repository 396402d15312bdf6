import type * as z from 'zod/mini'
import { definitions, type SettingName, type SettingValues } from './setting-definitions.ts'
import type { SettingType } from './setting-types.ts'

/** Values that the environment or config.json decides: they come before the settings table and cannot be changed there. */
export interface FixedSettings {
  readonly values: Partial<SettingValues>
  /** What decides each setting: the name of a variable, `HOLDALL_CONFIG` for its file, or `config.json`. */
  readonly sources: Readonly<Partial<Record<SettingName, string>>>
}

export interface OperatorSetting {
  readonly name: SettingName
  readonly variable: string
  readonly type: SettingType
  readonly initial: unknown
}

/** The settings that operators write as text, in the order of their definition. */
export const operatorSettings: readonly OperatorSetting[] = Object.entries(definitions).flatMap(([name, definition]) =>
  'operator' in definition ? [{ name: name as SettingName, initial: definition.initial, ...definition.operator }] : [],
)

export class SettingError extends Error {
  override readonly name = 'SettingError'
}

export function checkSetting(name: SettingName, value: unknown): unknown {
  const parsed = (definitions[name].schema as z.ZodMiniType).safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** The value that an operator wrote as text. Throws `SettingError`, which calls the setting by `label`. */
export function parseSetting({ name, type }: OperatorSetting, text: string, label: string = name): unknown {
  const parsed = type.parse(text.trim())
  const value = parsed === undefined ? undefined : checkSetting(name, parsed)
  if (value === undefined) throw new SettingError(`${label} must be ${type.hint}.`)
  return value
}

interface SettingsFile {
  readonly label: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** `env` before the files in their order, whose values may be texts or JSON. Throws `SettingError`. */
export function fixSettings(
  env: Readonly<Record<string, string | undefined>>,
  files: readonly SettingsFile[],
): FixedSettings {
  const values: Record<string, unknown> = {}
  const sources: Record<string, string> = {}
  for (const setting of operatorSettings) {
    const { name, variable, type } = setting
    const file = files.find(({ settings }) => Object.hasOwn(settings, name))
    if (env[variable]) {
      values[name] = parseSetting(setting, env[variable], variable)
      sources[name] = variable
    } else if (file) {
      const label = `"${name}" in ${file.label === 'config.json' ? file.label : `the file of ${file.label}`}`
      const written = file.settings[name]
      const value = typeof written === 'string' ? parseSetting(setting, written, label) : checkSetting(name, written)
      if (value === undefined) throw new SettingError(`${label} must be ${type.hint}.`)
      values[name] = value
      sources[name] = file.label
    }
  }
  return { values, sources }
}
