import { intlTimeZone, timeZoneOffsets } from '@holdall/api'
import type { SearchSelectOption } from '@holdall/ui/menu'

/** The value that stands for the time zone of the device. */
export const DEVICE = 'device'

/** Cities that browsers still list under an earlier name. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** Minutes from UTC, of `GMT+5:45`. */
function minutesOf(offset: string): number {
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+)(?::(\d+))?)?/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** `GMT+5:45`. */
function offsetText(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
}

/**
 * The named zones from west to east, then the offsets that never change. A zone that is saved and that this browser
 * does not list is added.
 */
export function timeZoneOptions(saved: string | null, deviceLabel: string, now: Date): readonly SearchSelectOption[] {
  const offsets: readonly string[] = timeZoneOffsets
  const names = new Set(Intl.supportedValuesOf('timeZone'))
  if (saved !== null && !offsets.includes(saved)) names.add(saved)
  const zones = [...names]
    .flatMap((value) => {
      const timeZone = intlTimeZone(value)
      if (timeZone === undefined) return []
      const offset = offsetText(timeZone, now)
      const label = `${(renamed[value] ?? value).replaceAll('_', ' ')} (${offset})`
      return [{ value, label, keywords: `${value} UTC${offset.slice(3)}`, minutes: minutesOf(offset) }]
    })
    .toSorted((a, b) => a.minutes - b.minutes || (a.value < b.value ? -1 : 1))
    .map(({ value, label, keywords }) => ({ value, label, keywords }))
  const fixed = offsets.map((value) => {
    const offset = offsetOf(Number(value))
    return { value, label: `GMT${offset}`, keywords: `UTC${offset}` }
  })
  return [{ value: DEVICE, label: deviceLabel }, ...zones, ...fixed]
}

/** `+5:45` for 5.75 hours; empty for 0. */
function offsetOf(hours: number): string {
  const minutes = Math.round((Math.abs(hours) % 1) * 60)
  const text = `${Math.trunc(Math.abs(hours))}${minutes > 0 ? `:${minutes}` : ''}`
  return hours === 0 ? '' : `${hours < 0 ? '-' : '+'}${text}`
}
