const prefix = 'holdall.setup.'

/** What was entered in a step and not sent yet; an empty object where the browser keeps nothing. */
export function keptFields(step: string): Readonly<Record<string, unknown>> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + step) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Keeps what was entered for a reload of this tab. Secrets must not be among it. */
export function keepFields(step: string, fields: Readonly<Record<string, unknown>>): void {
  try {
    sessionStorage.setItem(prefix + step, JSON.stringify(fields))
  } catch {
    // Where storage is disabled nothing is kept.
  }
}

export function deleteKeptFields(step?: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (step ? key === prefix + step : key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
