-- Waking the sender where pg_net and Vault are, as on a hosted project; stand-ins note what is asked of them.
select no_plan();
create function tests.ids() returns table (id bigint) language sql security definer as $$ select o.id from app.outbox o $$;
select is(app.wake_sender(), false, 'without pg_net nobody is woken');
select lives_ok($$ select app.queue_file_removals('users', '{a/license}') $$, 'nothing fails without pg_net');
delete from app.outbox;
create schema if not exists net;
create table net.asked (url text, body jsonb, headers jsonb, timeout_milliseconds integer);
create function net.http_post(url text, body jsonb, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint
language sql as $$ insert into net.asked values (url, body, headers, timeout_milliseconds); select 1::bigint $$;
grant usage on schema net to postgres; grant all on net.asked to postgres;
select app.queue_file_removals('users', '{a/license}');
select is_empty($$ select 1 from net.asked $$, 'without the operator''s secrets nobody is woken either');
create schema if not exists vault;
create table vault.decrypted_secrets (name text, decrypted_secret text);
insert into vault.decrypted_secrets values ('api_url', 'https://project.example/'), ('cron_secret', 'open sesame');
grant usage on schema vault to postgres; grant select on vault.decrypted_secrets to postgres;
select is(app.secret('api_url'), 'https://project.example/', 'secrets come from Vault');
select is(app.secret('another'), null, 'those that are there');

-- The stand-in's arguments have the order of pg_net's own.
select tests.as_owner();
update app.outbox_sender set seen_at = '-infinity';
select ok(app.wake_sender(), 'what is due wakes the sender');
select results_eq($$ select url, headers ->> 'x-cron-secret', body ->> 'for_seconds' from net.asked $$,
  $$ values ('https://project.example/functions/v1/notifications/send', 'open sesame', '50') $$, 'by its function, with the secret');
delete from net.asked;
select app.queue_file_removals('users', '{b/license,c/license}');
select is((select count(*) from net.asked), 1::bigint, 'what is queued wakes it at once, once for a statement');
select is(app.queue_file_removals('users', '{b/license}'), 0, 'what is queued already is not queued again');
delete from net.asked;
select count(*) from public.take_outbox(10);
select tests.turn('2 minutes'), app.queue_file_removals('users', '{d/license}');
select is((select count(*) from net.asked), 1::bigint, 'a sender that fell silent is woken');
delete from net.asked;
select count(*) from public.take_outbox(1);
select app.queue_file_removals('users', '{e/license}');
select is_empty($$ select 1 from net.asked $$, 'one that is at work is not');
select tests.turn('10 minutes');
select count(*) from public.take_outbox(100);
select is(app.wake_sender(), false, 'nobody is woken while nothing is due');
select tests.turn('2 minutes');
select ok(app.wake_sender(), 'what was not finished is due again');

-- A server that does not answer must not undo what is told
select set_config('role', 'none', true);
create or replace function net.http_post(url text, body jsonb, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds integer default 5000) returns bigint
language plpgsql as $$ begin raise exception 'no worker'; end $$;
select tests.as_owner(), tests.turn('2 minutes');
select lives_ok($$ select app.queue_file_removals('users', '{f/license}') $$, 'a failing pg_net fails nothing');
select is((select count(*) from app.outbox where payload ->> 'path' = 'f/license'), 1::bigint, 'a failing pg_net leaves the message queued');

-- What the sender is told
delete from app.outbox;
select tests.let('rider', $$ select public.register_push_token('rider-phone', 'WEB') $$);
select app.notify(tests.id('rider'), 'wallet_credited', '{"amount": 5}');
select tests.as_service();
select results_eq($$ select t.payload -> 'format' ->> 'symbol', t.payload -> 'format' ->> 'decimal', t.ttl_seconds from public.take_outbox(10) t $$,
  $$ values ('CHF', '2', 86400) $$, 'a push says how amounts are written and how long it is wanted');
select is(public.finish_outbox((select max(t.id) from tests.ids() t), false, 'undeliverable: no words'), 'dead', 'what nobody can deliver ends at once');
select throws_ok($$ select app.wake_sender() $$, '42501', null, 'nobody wakes it by hand');
select throws_ok($$ select app.queue_file_removals('users', '{x}') $$, '42501', null, 'nobody removes files by hand');
select tests.act_as('admin');
select throws_ok($$ select public.take_outbox(1) $$, '42501', null, 'an admin takes nothing');
select throws_ok($$ select app.secret('cron_secret') $$, '42501', null, 'an admin reads no secret');
select * from finish();
