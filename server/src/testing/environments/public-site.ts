/** The minimal valid settings of a public site. */
export const PUBLIC_SITE = {
  PUBLIC_URL: 'https://blood.example.edu',
  AUTH_SECRET: 'Qv8!mZx2Lr6#Tn4@Wb9$Kd1%Hs5^Yf7&',
  // Nothing listens on this port.
  SMTP_URL: 'smtp://127.0.0.1:9',
}
