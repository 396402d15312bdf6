/** How a kind of setting is written as text: in a variable, and on the command line. */
export interface SettingType {
  /** Continues "must be …". */
  readonly hint: string
  /** The value, for the setting's schema to check; undefined where the text is no such value. */
  parse(text: string): unknown
  format(value: unknown): string
  /** Whether a text is the path of a file. */
  isPath?(text: string): boolean
}

export const text = (hint: string): SettingType => ({ hint, parse: (value) => value, format: String })

const truth: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
}
export const boolean: SettingType = {
  hint: 'true or false',
  parse: (value) => (Object.hasOwn(truth, value.toLowerCase()) ? truth[value.toLowerCase()] : undefined),
  format: String,
}

export const wholeNumber = (hint: string): SettingType => ({
  hint,
  parse: (value) => (/^\d{1,15}$/.test(value) ? Number(value) : undefined),
  format: String,
})

const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
}

function parseBytes(value: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d{1,15}(?:\.\d{1,3})?) ?([a-z]{0,3})$/i.exec(value) ?? []
  const factor = units[unit.toLowerCase()]
  return number === '' || factor === undefined ? undefined : Math.round(Number(number) * factor)
}

const largest = ['TiB', 'GiB', 'MiB', 'KiB'] as const

function formatBytes(bytes: number): string {
  const unit = largest.find((name) => bytes > 0 && bytes % units[name.toLowerCase()]! === 0)
  return unit ? `${bytes / units[unit.toLowerCase()]!} ${unit}` : `${bytes} B`
}

/** `unlimited`: the value that means no limit, where there is one. */
export const bytes = (hint: string, unlimited?: 0 | null): SettingType => ({
  hint: `${hint} such as 500MB or 2GiB${unlimited === undefined ? '' : ', or unlimited'}`,
  parse: (value) => (unlimited !== undefined && value.toLowerCase() === 'unlimited' ? unlimited : parseBytes(value)),
  format: (value) => (value === unlimited ? 'unlimited' : formatBytes(value as number)),
})

export interface DiskReserve {
  readonly bytes: number | null
  /** Of the disk. */
  readonly percent: number | null
}

/** A size, a part of the disk, or both, of which the smaller counts. */
export const diskReserve: SettingType = {
  hint: 'a size such as 1GiB, a part of the disk such as 5%, or both as 1GiB,5%, of which the smaller counts',
  parse(value) {
    const parts = value.split(',').map((part) => part.trim())
    const percents = parts.flatMap((part) => /^(\d{1,2}(?:\.\d)?) ?%$/.exec(part)?.[1] ?? [])
    const sizes = parts.filter((part) => !part.endsWith('%')).map(parseBytes)
    if (percents.length > 1 || sizes.length > 1 || percents.length + sizes.length !== parts.length) return undefined
    if (sizes.includes(undefined)) return undefined
    return { bytes: sizes[0] ?? null, percent: percents[0] === undefined ? null : Number(percents[0]) }
  },
  format(value) {
    const { bytes: size, percent } = value as DiskReserve
    return [size === null ? [] : formatBytes(size), percent === null ? [] : `${percent}%`].flat().join(', ')
  },
}

export const nullable = (type: SettingType): SettingType => ({
  hint: `${type.hint}, or none`,
  parse: (value) => (value.toLowerCase() === 'none' ? null : type.parse(value)),
  format: (value) => (value === null ? 'none' : type.format(value)),
  ...(type.isPath && { isPath: (value: string) => value.trim().toLowerCase() !== 'none' }),
})

export const noneAsEmpty = (type: SettingType): SettingType => ({
  hint: `${type.hint}, or none`,
  parse: (value) => (value.toLowerCase() === 'none' ? '' : type.parse(value)),
  format: (value) => (value === '' ? 'none' : type.format(value)),
})

export const list = (hint: string): SettingType => ({
  hint: `${hint}, separated by commas, or none`,
  parse: (value) =>
    value.toLowerCase() === 'none'
      ? []
      : value
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
  format: (value) => ((value as readonly string[]).length === 0 ? 'none' : (value as readonly string[]).join(', ')),
})

const names = list('names of files, in which * is any text and \\r a carriage return')
/** The name of the file with the icon of a folder ends with a carriage return on a Mac. */
export const fileNames: SettingType = {
  hint: names.hint,
  parse: (value) => (names.parse(value) as readonly string[]).map((name) => name.replaceAll('\\r', '\r')),
  format: (value) => names.format((value as readonly string[]).map((name) => name.replaceAll('\r', '\\r'))),
}
