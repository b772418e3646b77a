import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Random } from './random.ts'

/** Given names with the family names that go with them; those of the smaller communities stand apart. */
const NAMES = {
  men: {
    given: ['Rakib', 'Tanvir', 'Arif', 'Sabbir', 'Mahmudul', 'Imran', 'Shakil', 'Nayeem', 'Fahim', 'Ashik'],
    family: ['Hasan', 'Rahman', 'Hossain', 'Islam', 'Ahmed', 'Chowdhury', 'Khan', 'Sarker', 'Uddin', 'Alam'],
  },
  women: {
    given: ['Nusrat', 'Fatema', 'Sumaiya', 'Tasnim', 'Sadia', 'Farhana', 'Ayesha', 'Maliha', 'Rumana'],
    family: ['Jahan', 'Akter', 'Rahman', 'Islam', 'Sultana', 'Khatun', 'Haque', 'Chowdhury', 'Parvin'],
  },
  smallerCommunities: {
    given: ['Anik', 'Puja', 'Sourav', 'Trisha', 'Dipto', 'Mithila', 'Joy', 'Priyanka', 'Shuvo', 'Ankita'],
    family: ['Das', 'Saha', 'Roy', 'Chakma', 'Barua', 'Ghosh', 'Paul', 'Debnath', 'Gomes', 'Tripura'],
  },
}

const HOW_MANY = { men: 0.46, women: 0.42, smallerCommunities: 0.12 }

export function drawFullName(random: Random): string {
  const { given, family } = NAMES[random.weighted(HOW_MANY)]
  return `${random.pick(given)} ${random.pick(family)}`
}

/** `rakib.hasan` of Rakib Hasan. */
export const localPartOf = (fullName: string) => fullName.toLowerCase().replaceAll(' ', '.')

/** How common the groups are among people of Dhaka. */
const ABO_SHARES = { A: 0.255, B: 0.325, O: 0.323, AB: 0.097 }
const RH_NEGATIVE_SHARE = 0.04

/** The first eight have a group each, so that even a small campus has them all; then chance decides. */
export function drawBloodGroup(random: Random, nth: number): BloodGroup {
  const rhesus = random.chance(RH_NEGATIVE_SHARE) ? '-' : '+'
  return BLOOD_GROUPS[nth] ?? `${random.weighted(ABO_SHARES)}${rhesus}`
}

/**
 * A valid mobile number in stored form. The prefix 011 belonged to a network that closed in 2016, so the number reaches no
 * phone.
 */
export const drawContactNumber = (random: Random) => `+88011${random.digits(8)}`
