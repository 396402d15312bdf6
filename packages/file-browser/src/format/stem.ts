import type { Entry } from '@holdall/api'

/** The part of a file's name before its last dot; a dot at the very start belongs to the name. */
export const stemLength = (name: string, type: Entry['type']): number => {
  const dot = type === 'file' ? name.lastIndexOf('.') : -1
  return dot > 0 ? dot : name.length
}
