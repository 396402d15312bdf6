import { fetchOnce, forgetFailures } from './lazy.ts'

describe('lazy parts', () => {
  test('are fetched once', async () => {
    const lazy = jest.fn(() => Promise.resolve(1))
    expect(await Promise.all([fetchOnce(lazy), fetchOnce(lazy)])).toEqual([1, 1])
    expect(lazy).toHaveBeenCalledTimes(1)
  })

  test('that failed are not fetched in a loop, and are again after a retry', async () => {
    const lazy = jest.fn().mockRejectedValueOnce(new Error('gone')).mockResolvedValueOnce(2)
    await expect(fetchOnce(lazy)).rejects.toThrow('gone')
    await expect(fetchOnce(lazy)).rejects.toThrow('gone')
    expect(lazy).toHaveBeenCalledTimes(1)
    forgetFailures()
    await expect(fetchOnce(lazy)).resolves.toBe(2)
  })

  test('that throw at once fail like those that reject', async () => {
    await expect(
      fetchOnce(() => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
  })
})
