/** Words of names in several languages and scripts. */
const WORDS = `
  Budget Garden Holiday Letter Contract Insurance Recipe Travel Lecture Kitchen
  Minutes Meeting Draft Summary Poster Wedding School Concert Passport Receipt
  Übersicht Verträge Gebühren Schlüssel Rückgabe Wohnung Steuer Quittung Arbeit Zeugnis
  Résumé Été Réunion Façade Forêt Maison Señal Año Niño Información
  Договор Отчёт Проект Ελλάδα Σύμβαση عقد تقرير صورة 한국어 보고서
  東京 写真 報告書 請求書 家族 照片 合同 发票 旅行 项目
`
  .trim()
  .split(/\s+/)
const ENDINGS = ['pdf', 'docx', 'xlsx', 'txt', 'png', 'mp4', 'zip', 'md'] as const

/** Part of the entries, the oldest, among which `OLD` is frequent; none of the others has it. */
const OLD_PART = 0.6
const OLD = 'Straße scan'
const FREQUENT = 'Invoice no'
const RARE = 'Zeppelin 7 犬山城 鑫'
/** So many of all names are rare ones. */
const RARE_NAMES = 10

/** Folded texts of 1, 2, 3 and 10 characters, by how often names have them. */
export const texts = {
  common: ['e', '議事', 'img', 'invoice no'],
  'common, but not among the newest': ['ß', 'ße', 'aße', 'straße sca'],
  rare: ['鑫', '犬山', '犬山城', 'zeppelin 7'],
} as const

/** The name of the `n`th of `total` entries in the order of creation: the same in each run, and unlike its neighbours. */
export function nameOf(n: number, total: number, kind: 'folder' | 'file'): string {
  const random = randomOf(n)
  const ending = kind === 'file' ? `.${ENDINGS[random % ENDINGS.length] ?? ''}` : ''
  if (n % Math.ceil(total / RARE_NAMES) === 1) return `${RARE} ${String(n)}${ending}`
  const style = random % 100
  if (style < 30) {
    const time = new Date(Date.UTC(2019, 0, 1) + n * 189_000).toISOString().replaceAll(/[-:]/g, '')
    return `IMG_${time.slice(0, 8)}_${time.slice(9, 15)}${kind === 'file' ? '.jpg' : ''}`
  }
  if (style < 45) return `${FREQUENT}. ${String(n).padStart(6, '0')}${kind === 'file' ? '.pdf' : ''}`
  if (style < 55) return `会議の議事録 ${String(n)}${ending}`
  if (style < 75 && n < total * OLD_PART) return `${OLD} ${String(n)}${kind === 'file' ? '.tif' : ''}`
  const [first, second] = [random >>> 8, random >>> 16].map((each) => WORDS[each % WORDS.length] ?? '')
  return `${first ?? ''} ${second ?? ''} ${String(n)}${ending}`
}

/** 32 bits that have nothing to do with those of the next number (the finalizer of MurmurHash3). */
function randomOf(n: number): number {
  let bits = n + 0x9e37_79b9
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
