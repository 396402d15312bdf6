export function BrokenPage(): never {
  throw new Error('This page throws while it is drawn.')
}
