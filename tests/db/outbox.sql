-- Waking the sender where pg_net and Vault exist, as in a hosted project; stand-ins record the requests.
select no_plan();
create function tests.ids() returns table (id bigint) language sql security definer as $$ select o.id from app.outbox o $$;
select is(app.wake_sender(), false, 'without pg_net the sender is not woken');
select lives_ok($$ select app.queue_file_removals('users', '{a/license}') $$, 'queueing works without pg_net');
delete from app.outbox;
create schema if not exists net;
create table net.asked (url text, body jsonb, headers jsonb, timeout_milliseconds integer);
create function net.http_post(url text, body jsonb, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint
language sql as $$ insert into net.asked values (url, body, headers, timeout_milliseconds); select 1::bigint $$;
grant usage on schema net to postgres; grant all on net.asked to postgres;
select app.queue_file_removals('users', '{a/license}');
select is_empty($$ select 1 from net.asked $$, 'without the operator''s secrets the sender is not woken');
create schema if not exists vault;
create table vault.decrypted_secrets (name text, decrypted_secret text);
insert into vault.decrypted_secrets values ('api_url', 'https://project.example/'), ('cron_secret', 'open sesame');
grant usage on schema vault to postgres; grant select on vault.decrypted_secrets to postgres;
select is(app.secret('api_url'), 'https://project.example/', 'secrets are read from Vault');
select is(app.secret('another'), null, 'a secret that is not in Vault is null');

-- The stand-in's parameters have the same order as in pg_net.
select tests.as_owner();
update app.outbox_sender set seen_at = '-infinity';
select ok(app.wake_sender(), 'due messages wake the sender');
select results_eq($$ select url, headers ->> 'x-cron-secret', body ->> 'for_seconds' from net.asked $$,
  $$ values ('https://project.example/functions/v1/notifications/send', 'open sesame', '50') $$, 'the sender is woken by a request with the secret');
delete from net.asked;
select app.queue_file_removals('users', '{b/license,c/license}');
select is((select count(*) from net.asked), 1::bigint, 'queueing two files wakes the sender once');
select is(app.queue_file_removals('users', '{b/license}'), 0, 'a file that is queued already is not queued again');
delete from net.asked;
select count(*) from public.take_outbox(10);
select tests.turn('2 minutes'), app.queue_file_removals('users', '{d/license}');
select is((select count(*) from net.asked), 1::bigint, 'a sender that was silent for two minutes is woken');
delete from net.asked;
select count(*) from public.take_outbox(1);
select app.queue_file_removals('users', '{e/license}');
select is_empty($$ select 1 from net.asked $$, 'a sender at work is not woken');
select tests.turn('10 minutes');
select count(*) from public.take_outbox(100);
select is(app.wake_sender(), false, 'the sender is not woken while nothing is due');
select tests.turn('2 minutes');
select ok(app.wake_sender(), 'unfinished messages wake the sender again');

-- A failing request must not roll back the message
select set_config('role', 'none', true);
create or replace function net.http_post(url text, body jsonb, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint
language plpgsql as $$ begin raise exception 'no worker'; end $$;
select tests.as_owner(), tests.turn('2 minutes');
select lives_ok($$ select app.queue_file_removals('users', '{f/license}') $$, 'queueing works while pg_net fails');
select is((select count(*) from app.outbox where payload ->> 'path' = 'f/license'), 1::bigint, 'a message stays queued while pg_net fails');

-- What the sender receives
delete from app.outbox;
select tests.let('rider', $$ select public.register_push_token('rider-phone', 'WEB') $$);
select app.notify(tests.id('rider'), 'wallet_credited', '{"amount": 5}');
select tests.as_service();
select results_eq($$ select t.payload -> 'format' ->> 'symbol', t.payload -> 'format' ->> 'decimal', t.ttl_seconds from public.take_outbox(10) t $$,
  $$ values ('CHF', '2', 86400) $$, 'a push contains the amount format and its time to live');
select is(public.finish_outbox((select max(t.id) from tests.ids() t), false, 'undeliverable: no words'), 'dead', 'an undeliverable message is given up at once');
select throws_ok($$ select app.wake_sender() $$, '42501', null, 'the service role cannot wake the sender');
select throws_ok($$ select app.queue_file_removals('users', '{x}') $$, '42501', null,
  'the service role cannot queue file removals');
select tests.act_as('admin');
select throws_ok($$ select public.take_outbox(1) $$, '42501', null, 'an admin cannot take messages from the outbox');
select throws_ok($$ select app.secret('cron_secret') $$, '42501', null, 'an admin cannot read a secret');
select * from finish();
