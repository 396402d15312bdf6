/** Leaves the wizard by a fresh page: what the server said at its start, "not installed", is over. */
export function openPage(path: string): void {
  window.location.assign(path)
}
