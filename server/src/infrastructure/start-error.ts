/** Why Holdall cannot start, with a message that needs no stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
