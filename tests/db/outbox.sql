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

-- A provider that is down for hours, and a sender that dies while it sends
select tests.as_owner();
delete from app.outbox;
insert into app.outbox (kind, payload, expires_at) values
  ('mail', '{"email": "ann@hackney.test"}', app.now() + interval '6 hours'), ('sms', '{"phone": "+4235550301", "code": "12345"}', app.now() + interval '6 hours');
select tests.as_service();
create temp table ended (status text, attempt integer);
do $$ begin
  for n in 1..40 loop
    insert into ended select public.finish_outbox(t.id, false, 'not_now: retry: status 503', t.attempt), t.attempt from public.take_outbox(10) t;
    perform tests.turn('4 minutes');
  end loop;
end $$;
select results_eq($$ select status, count(*) >= 60, max(attempt) >= 30 from ended group by status $$, $$ values ('queued', true, true) $$,
  'messages wait while no provider can send them, and are tried again every four minutes');
create temp table begun as select * from public.take_outbox(10);
select is((select bool_and(public.begin_outbox(id, attempt)) from begun where kind = 'sms'), true, 'a sender begins a text message that it has taken');
select is((select bool_or(public.begin_outbox(id, attempt - 1)) from begun), false, 'an earlier sender cannot begin a message that another one has taken');
select is(public.begin_messages((select jsonb_agg(to_jsonb(b)) from begun b where kind = 'sms')), (select array_agg(id order by id) from begun where kind = 'sms'), 'a sender begins several text messages at once');
select is(public.begin_messages((select jsonb_agg(jsonb_build_object('id', id, 'attempt', attempt - 1)) from begun)), '{}'::bigint[], 'an earlier sender begins none of several');
select tests.turn('2 minutes');
select results_eq($$ select kind from public.take_outbox(10) $$, array['mail'], 'a text message that a dead sender had begun is not sent again, a mail is');
select tests.as_owner();
select results_eq($$ select status, last_error, payload ? 'code' from app.outbox where kind = 'sms' $$,
  $$ values ('dead', 'unknown: the sender ended before it reported', false) $$, 'a text message that may have been sent ends with that reason and without its code');
select is((select public.finish_outbox(o.id, true, null, o.attempts) from app.outbox o where o.kind = 'sms'), 'sent', 'a sender that reports late settles what became of a text message');
update app.outbox set status = 'queued', done_at = null, due_at = app.now(), last_error = null, attempts = 0, waits = 0 where kind = 'sms';
select tests.as_service();
select public.begin_outbox(t.id, t.attempt), public.finish_outbox(t.id, false, 'not_now: retry: status 503', t.attempt) from public.take_outbox(10) t where t.kind = 'sms';
select tests.turn('1 minute');
select results_eq($$ select t.kind from public.take_outbox(10) t where t.kind = 'sms' $$, array['sms'], 'a text message whose sender reported a failure is sent again');
select tests.turn('7 hours');
select is_empty($$ select 1 from public.take_outbox(10) $$, 'messages that expired while no provider could send them are not sent');

-- News to all devices
select tests.as_owner();
delete from app.outbox;
insert into app.outbox (kind, payload, notification_id) select 'push', '{"token": "x", "plain": true}', '00000000-0000-0000-0000-000000000001' from generate_series(1, 2500);
select tests.turn('1 second');
insert into app.outbox (kind, payload) values ('sms', '{"phone": "+4235550301", "code": "12345"}');
select tests.as_service();
select is((select count(*) filter (where kind = 'sms') from public.take_outbox(10)), 1::bigint, 'a code does not wait behind the news to all devices');

-- What is over
select tests.book();
select tests.as_owner();
delete from app.outbox;
insert into app.outbox (kind, payload) select 'push', jsonb_build_object('token', 'x', 'msg', k || '.text', 'booking_id', tests.booking())
from unnest('{driver_gave_back,driver_arrived,booking_cancelled,receipt}'::text[]) k;
select tests.as_service();
select is((select count(*) from public.take_outbox(10)), 4::bigint, 'a message that was just queued is sent, whatever has happened since');
select tests.turn('2 minutes');
select set_eq($$ select split_part(t.payload ->> 'msg', '.', 1) from public.take_outbox(10) t $$, array['driver_gave_back', 'booking_cancelled', 'receipt'],
  'a message about a moment of a trip that is over is not sent late, one that stays true is');
select tests.as_owner();
select tests.cancel('rider'), tests.turn('2 minutes');
select tests.as_service();
select set_eq($$ select split_part(t.payload ->> 'msg', '.', 1) from public.take_outbox(10) t where t.payload ->> 'msg' like 'driver%' or t.payload ->> 'msg' like 'receipt%' $$, array['receipt'],
  'a message that another driver is searched for is not sent after the cancellation');
select tests.as_owner();
select results_eq($$ select distinct last_error from app.outbox where status = 'dead' $$, array['past: the trip has moved on'], 'a message that comes too late says so');
select tests.as_service();
select throws_ok($$ select app.wake_sender() $$, '42501', null, 'the service role cannot wake the sender');
select throws_ok($$ select app.queue_file_removals('users', '{x}') $$, '42501', null,
  'the service role cannot queue file removals');
select tests.act_as('admin');
select throws_ok($$ select public.take_outbox(1) $$, '42501', null, 'an admin cannot take messages from the outbox');
select throws_ok($$ select app.secret('cron_secret') $$, '42501', null, 'an admin cannot read a secret');
select * from finish();
