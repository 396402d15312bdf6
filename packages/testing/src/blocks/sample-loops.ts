export function countTo(size: number): number {
  let count = 0
  while (count < size) count++
  return count
}

export async function countPairs(size: number): Promise<number> {
  let pairs = 0
  for (let n = 0; n < size; n++) pairs += await Promise.resolve(countTo(size))
  return pairs
}
