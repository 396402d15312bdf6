const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const

/** How a number of bytes is shown: a value, and the options of `Intl.NumberFormat` for it. */
export interface ByteFormat {
  readonly value: number
  readonly options: {
    readonly style: 'unit'
    readonly unit: (typeof units)[number]
    readonly unitDisplay: 'long' | 'short'
    readonly maximumFractionDigits: 0 | 1
  }
}

/** In powers of 1000. At most one decimal, none above 100 or for bytes. */
export function byteFormatOf(bytes: number): ByteFormat {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  const unit = units[power] ?? 'byte'
  const maximumFractionDigits = power === 0 || value >= 100 ? 0 : 1
  return { value, options: { style: 'unit', unit, unitDisplay: power === 0 ? 'long' : 'short', maximumFractionDigits } }
}
