-- Reports about one request, or about one person, are a case on which an admin decides. Cases and reports outlive what
-- they are about and whoever made them, without a person.
create table report_cases (
  id uuid primary key default uuidv7(),
  subject text not null check (subject in ('blood-request', 'person')),
  blood_request_id uuid references blood_requests on delete set null,  -- null after its deletion
  required_blood_group text,
  user_id uuid references users on delete set null,  -- whoever posted the request, or the reported person
  opened_at timestamptz(3) not null,
  decision text check (decision in ('cleared', 'upheld', 'suspended', 'dismissed')),
  reason text,
  decided_at timestamptz(3),
  constraint decisions_are_whole check (
    (decision is null) = (decided_at is null) and (decision is null) = (reason is null)),
  constraint only_requests_have_a_group check ((subject = 'blood-request') = (required_blood_group is not null))
);
-- Of concurrent first reports, one opens the case.
create unique index waiting_case_of_request on report_cases (blood_request_id)
  where decision is null and subject = 'blood-request';
create unique index waiting_case_of_person on report_cases (user_id) where decision is null and subject = 'person';
create index report_cases_of_request on report_cases (blood_request_id);
create index report_cases_of_user on report_cases (user_id);
create index waiting_report_cases on report_cases (opened_at, id) where decision is null;
create index handled_report_cases on report_cases (decided_at desc, id desc) where decision is not null;

create table reports (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  reporter_id uuid references users on delete set null,
  blood_request_id uuid references blood_requests on delete set null,  -- the reported thing; null after its deletion
  offer_id uuid references offers on delete set null,
  kind text not null check (kind in ('asked-for-money', 'not-real', 'harassment', 'other')),
  reported_at timestamptz(3) not null,
  -- Towards hiding a request and stopping a person. Stored at once: nobody can tell after an erasure of the reporter.
  counts_by_itself boolean not null default false,
  -- Null while the report stands. After a dismissal for bad faith, no report of that account counts by itself.
  dismissed_at timestamptz(3),
  dismissal_reason text check (dismissal_reason in ('malicious', 'mistaken', 'other')),
  constraint reports_are_about_one_thing check (num_nonnulls(blood_request_id, offer_id) <= 1)
);
-- A person reports a thing once.
create unique index report_of_request on reports (reporter_id, blood_request_id) where blood_request_id is not null;
create unique index report_of_offer on reports (reporter_id, offer_id) where offer_id is not null;
create index reports_of_case on reports (case_id, reported_at desc, id desc);
create index reports_of_reporter on reports (reporter_id, reported_at desc);
create index reports_of_blood_request on reports (blood_request_id);
create index reports_of_offer on reports (offer_id);

-- What a reporter wrote, and an admin who decided. The erasure of whoever wrote it and of whom it is about deletes it.
create table report_texts (
  id uuid primary key default uuidv7(),
  case_id uuid not null references report_cases on delete cascade,
  report_id uuid references reports on delete cascade,  -- null for the note of an admin about the whole case
  is_note boolean not null,
  author_id uuid not null references users on delete cascade,
  about_id uuid references users on delete cascade,
  text text not null check (text <> ''),
  written_at timestamptz(3) not null
);
create unique index text_of_report on report_texts (report_id) where not is_note;
create index report_texts_of_report on report_texts (report_id);
create index report_texts_of_case on report_texts (case_id, written_at);
create index report_texts_of_author on report_texts (author_id);
create index report_texts_about on report_texts (about_id);
