export function copyWorkspace(to: string): void
