#!/bin/sh
# certificates.sh FOLDER - makes in FOLDER a CA (ca.pem); the key and certificate of a server on
# 127.0.0.1 (server.key, server.pem, and server384.pem signed with SHA-384); another CA that has not
# signed the server's (other.pem); fingerprints of keys (server.pin, other.pin) and certificates
# (*.fingerprint); and a client's certificate (bot.pem, bot.key) with its fingerprint
# (bot.fingerprint).
set -eu

cd "$1"
exec >certificates.log 2>&1
for name in ca other; do
	openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
		-subj "/CN=authority $name" -keyout $name.key -out $name.pem
done
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=server \
	-keyout server.key -out server.csr
echo subjectAltName=IP:127.0.0.1 >extensions
openssl x509 -req -days 2 -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial \
	-extfile extensions -out server.pem
openssl x509 -req -sha384 -days 2 -in server.csr -CA ca.pem -CAkey ca.key -extfile extensions \
	-out server384.pem
# Prints the fingerprint of the key in certificate $1, by the command in mitaines.conf(5).
pin() {
	openssl x509 -noout -pubkey -in "$1" | openssl pkey -pubin -outform der |
		openssl dgst -sha256 -binary | base64
}
fingerprint() {
	openssl x509 -noout -fingerprint -sha256 -in "$1" | sed 's/.*=//'
}
fingerprint server.pem >server.fingerprint
fingerprint other.pem >other.fingerprint
pin server.pem >server.pin
pin other.pem >other.pin
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 \
	-subj /CN=mitaines -keyout bot.key -out bot.pem
fingerprint bot.pem | tr -d : | tr '[:upper:]' '[:lower:]' >bot.fingerprint
# The commands in mitaines.conf(5) for an ECDSA key.
openssl ecparam -name prime256v1 -genkey -noout -out sasl.key
openssl ec -in sasl.key -pubout -conv_form compressed -outform DER | tail -c 33 | base64 >sasl.public
