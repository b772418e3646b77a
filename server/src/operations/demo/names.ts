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
