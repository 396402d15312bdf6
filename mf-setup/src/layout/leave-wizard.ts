/** Leaves the wizard by loading a new page: the config of this one still says "not installed". */
export function leaveWizard(path: string): void {
  window.location.assign(path)
}
