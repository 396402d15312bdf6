/** How often other requests had their turn while `work` ran. Work that awaits nothing but its own pauses has one for each. */
export async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  try {
    await work()
  } finally {
    clearImmediate(next)
  }
  return turns
}
