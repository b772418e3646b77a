/** Hospitals of Dhaka that give blood, and where they are. */
export const HOSPITALS = [
  { name: 'Dhaka Medical College Hospital', area: 'Bakshibazar' },
  { name: 'Bangladesh Medical University', area: 'Shahbagh' },
  { name: 'BIRDEM General Hospital', area: 'Shahbagh' },
  { name: 'Square Hospital', area: 'Panthapath' },
  { name: 'Labaid Specialized Hospital', area: 'Dhanmondi' },
  { name: 'United Hospital', area: 'Gulshan 2' },
  { name: 'Evercare Hospital Dhaka', area: 'Bashundhara' },
  { name: 'Kurmitola General Hospital', area: 'Cantonment' },
  { name: 'Sir Salimullah Medical College Mitford Hospital', area: 'Mitford' },
  { name: 'National Institute of Cardiovascular Diseases', area: 'Sher-e-Bangla Nagar' },
  { name: 'Holy Family Red Crescent Medical College Hospital', area: 'Eskaton' },
]
