import { startSmtpStub } from '../smtp-stub.ts'

/** The address of a mail server that is switched off. */
export async function aDeadMailServer(): Promise<{ url: string; port: number }> {
  let end = () => {}
  const { url, port } = await startSmtpStub('takes', endIt => {
    end = endIt
  })
  end()
  return { url, port }
}
