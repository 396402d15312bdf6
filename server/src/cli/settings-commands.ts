import { systemClock } from '../infrastructure/clock.ts'
import type { Config } from '../infrastructure/config/config.ts'
import type { SettingValues } from '../infrastructure/setting-definitions/setting-definitions.ts'
import {
  type OperatorSetting,
  operatorSettings,
  parseSetting,
} from '../infrastructure/setting-definitions/fixed-settings.ts'
import { createSettings, type Settings, settingsTtlMs } from '../infrastructure/settings/settings.ts'
import { CommandError, withDatabase } from './database.ts'
import { table, type Terminal, UsageError } from './output.ts'

const takesEffect = `A running Holdall uses it within ${settingsTtlMs / 1000} seconds.`

/** `holdall settings …`. */
export async function settingsCommand(args: readonly string[], config: Config, terminal: Terminal): Promise<void> {
  const [verb = 'list', name, ...rest] = args
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined
  if (!command) throw new UsageError(`There is no "holdall settings ${verb}".`)
  if ((name === undefined) !== (verb === 'list') || rest.length !== (verb === 'set' ? 1 : 0)) {
    throw new UsageError(`Usage: holdall settings ${verb} ${command.usage}`.trimEnd())
  }
  const setting = name === undefined ? undefined : settingNamed(name)
  await withDatabase(config, ({ db }) =>
    command.run({
      settings: createSettings(db, systemClock, config.settings),
      config,
      terminal,
      setting,
      text: rest[0],
    }),
  )
}

interface Call {
  readonly settings: Settings
  readonly config: Config
  readonly terminal: Terminal
  readonly setting: OperatorSetting | undefined
  readonly text: string | undefined
}

const commands: Record<string, { readonly usage: string; run(call: Call): Promise<void> }> = {
  list: {
    usage: '',
    async run({ settings, config, terminal }) {
      const [values, sources] = await Promise.all([settings.all(), settings.sources()])
      const rows = operatorSettings.map(({ name, type, variable }) => [
        name,
        type.format(values[name]),
        config.settings.sources[name] ? `${sources[name]} (locked)` : sources[name],
        variable,
      ])
      for (const line of table([['SETTING', 'VALUE', 'FROM', 'VARIABLE'], ...rows])) terminal.out(line)
    },
  },

  get: {
    usage: 'NAME',
    async run({ settings, terminal, setting }) {
      const { name, type } = setting!
      terminal.out(type.format(await settings.get(name)))
    },
  },

  set: {
    usage: 'NAME VALUE',
    async run({ settings, config, terminal, setting, text }) {
      const { name, type } = setting!
      const value = parseSetting(setting!, text!)
      refuseLocked(config, setting!)
      await settings.set(name, value as SettingValues[typeof name])
      terminal.out(`${name} is ${type.format(value)}. ${takesEffect}`)
    },
  },

  unset: {
    usage: 'NAME',
    async run({ settings, config, terminal, setting }) {
      const { name, type, initial } = setting!
      refuseLocked(config, setting!)
      await settings.unset(name)
      terminal.out(`${name} is back to its default, ${type.format(initial)}. ${takesEffect}`)
    },
  },
}

function settingNamed(name: string): OperatorSetting {
  const found = operatorSettings.find((setting) => setting.name === name)
  if (!found) throw new CommandError(`There is no setting "${name}". "holdall settings list" shows all.`)
  return found
}

function refuseLocked(config: Config, { name }: OperatorSetting): void {
  const source = config.settings.sources[name]
  if (source) throw new CommandError(`${name} is locked: ${source} decides it. Change it there.`)
}
