-- The queues of emails that strangers cause (`outbox.ts`); see `0109-jobs-and-mail.sql` for why they are created here.
insert into graphile_worker._private_job_queues (queue_name) values ('first-0'), ('first-1'), ('strangers-0')
on conflict do nothing;

-- Whether somebody has verified an account that was registered from a network.
create index users_verified_by_network on users (registered_network) where email_verified;
