import { startSmtpStub } from '../smtp-stub.ts'

/** The address of a mail server that is down. */
export async function unreachableMailServer(): Promise<{ url: string; port: number }> {
  let end = () => {}
  const { url, port } = await startSmtpStub('accepts', endIt => {
    end = endIt
  })
  end()
  return { url, port }
}
