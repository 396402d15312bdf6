import type { Entry } from '@holdall/api'

/**
 * Length of a file's name without its extension; of the whole name for a folder, and where the only dot is at the
 * start.
 */
export const stemLength = (name: string, type: Entry['type']): number => {
  const dot = type === 'file' ? name.lastIndexOf('.') : -1
  return dot > 0 ? dot : name.length
}
