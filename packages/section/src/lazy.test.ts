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

  test('whose request broke off are asked for once more, and then fail', async () => {
    const broken = Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError', type: 'error' })
    const once = jest.fn().mockRejectedValueOnce(broken).mockResolvedValueOnce('there')
    await expect(fetchOnce(once)).resolves.toBe('there')
    const always = jest.fn().mockRejectedValue(broken)
    await expect(fetchOnce(always)).rejects.toBe(broken)
    expect(always).toHaveBeenCalledTimes(2)
    const slow = jest
      .fn()
      .mockRejectedValue(Object.assign(new Error('late'), { name: 'ChunkLoadError', type: 'timeout' }))
    await expect(fetchOnce(slow)).rejects.toThrow('late')
    expect(slow).toHaveBeenCalledTimes(1)
  })

  test('that throw at once fail like those that reject', async () => {
    await expect(
      fetchOnce(() => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
  })
})
