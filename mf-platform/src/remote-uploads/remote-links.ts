import { MAX_REMOTE_URLS, remoteUrlProblem } from '@holdall/api'

export interface LinkProblem {
  /** From 1, as in the field. */
  readonly line: number
  readonly problem: NonNullable<ReturnType<typeof remoteUrlProblem>>
}

export interface Links {
  readonly urls: readonly string[]
  /** Lines that are no link. */
  readonly problems: readonly LinkProblem[]
  readonly isTooMany: boolean
}

/** The links of a field with one on each line; empty lines do not count. */
export function linksOf(text: string): Links {
  const lines = text.split('\n').map((line, at) => ({ line: at + 1, url: line.trim() }))
  const filled = lines.filter(({ url }) => url !== '')
  return {
    urls: filled.map(({ url }) => url),
    problems: filled.flatMap(({ line, url }) => {
      const problem = remoteUrlProblem(url)
      return problem === null ? [] : [{ line, problem }]
    }),
    isTooMany: filled.length > MAX_REMOTE_URLS,
  }
}

/** A pasted or dropped text with each link on a line of its own. */
export const onLines = (text: string): string =>
  text
    .replace(/[^\S\n](?=https?:\/\/)/gi, '\n')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')

/** The links of a drop: those of the list of addresses, without its comments, or of the text. */
export function droppedLinks(data: Pick<DataTransfer, 'getData'>): string {
  const list = data.getData('text/uri-list').split(/\r?\n/)
  const urls = list.filter((line) => line !== '' && !line.startsWith('#'))
  return urls.length > 0 ? urls.join('\n') : onLines(data.getData('text/plain').trim())
}
