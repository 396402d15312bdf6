import { parseFileDate } from '@holdall/api'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The three formats of RFC 9110, in the order in which servers use them. */
const formats = [
  /^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
]

/** Two digits of a year are of 1970 to 2069. */
const fullYear = (year: string) => (year.length === 4 ? year : (year < '70' ? '20' : '19') + year)

/** The date of a Last-Modified header, by the rule of uploads; undefined where it has another form. */
export function lastModifiedOf(header: string | undefined): number | undefined {
  for (const format of formats) {
    const { day, month, year, time } = format.exec(header?.trim() ?? '')?.groups ?? {}
    if (!day || !month || !year || !time) continue
    const number = String(months.indexOf(month) + 1).padStart(2, '0')
    return parseFileDate(`${fullYear(year)}-${number}-${day.replace(' ', '0')}T${time}Z`)
  }
  return undefined
}
